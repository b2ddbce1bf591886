/** A connection test and its result in words. */
import { useState } from 'react'
import type { Result } from '#contract/errors.ts'
import type { ProfileTest } from '#contract/profiles.ts'
import type { Call } from '../../bridge/use-call.ts'
import { useWords } from '../../ui/text.ts'

export function useConnectionTest(run: Call['run']) {
  const { text, number } = useWords()
  const [found, setFound] = useState<string | null>(null)
  async function test(call: Promise<Result<Pick<ProfileTest, 'message' | 'latencyMs'>>>): Promise<void> {
    setFound(null)
    const result = await run(call)
    if (result === null) return
    setFound(text('connection.found', { message: result.message, ms: number(result.latencyMs) }))
  }
  return { found, test }
}
