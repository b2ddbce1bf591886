/** What a test of a service or of a storage found, as scripts read it: with its message as text. */
import type { ProfileTest } from '#contract/profiles.ts'
import type { Say } from '../messages/render.ts'
import type { Verdict } from '../service/service-api.ts'

export function shownTest({ message: said, ...verdict }: Verdict, tookMs: number, say: Say): ProfileTest {
  const { id, values, also } = said
  return {
    ...verdict,
    latencyMs: Math.round(tookMs),
    message: say(said),
    id,
    ...(values && { values }),
    ...(also && { also }),
  }
}
