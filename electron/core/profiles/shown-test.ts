/** What a test of a service or of a storage found, as scripts read it: with its message as text. */
import { english } from '#contract/messages/english.ts'
import { textOf } from '#contract/messages/message.ts'
import type { ProfileTest } from '#contract/profiles.ts'
import type { Verdict } from '../service/service-api.ts'

export function shownTest({ message: said, ...verdict }: Verdict, tookMs: number): ProfileTest {
  const { id, values, also } = said
  return {
    ...verdict,
    latencyMs: Math.round(tookMs),
    message: textOf(said, english),
    id,
    ...(values && { values }),
    ...(also && { also }),
  }
}
