/** A connection test and its result. */
import { useState } from 'react'
import type { Result } from '#contract/errors.ts'
import type { ProfileTest } from '#contract/profiles.ts'
import { useWords } from '../../ui/text.ts'
import type { CallState } from './use-call.ts'

export interface ConnectionTest {
  /** In words. */
  readonly found: string | null
  test(call: Promise<Result<Pick<ProfileTest, 'message' | 'latencyMs'>>>): Promise<void>
  /** Call when the connection has changed. */
  forget(): void
}

export function useConnectionTest(run: CallState['run']): ConnectionTest {
  const { text, number } = useWords()
  const [found, setFound] = useState<string | null>(null)
  return {
    found,
    async test(call) {
      setFound(null)
      const result = await run(call)
      if (result !== null)
        setFound(text('connection.found', { message: result.message, ms: number(result.latencyMs) }))
    },
    forget: () => setFound(null),
  }
}
