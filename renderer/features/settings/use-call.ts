/** The state of a form's call: busy, and the error. */
import { useState } from 'react'
import type { Failure, Result } from '#contract/errors.ts'

export interface CallState {
  readonly busy: boolean
  readonly error: Failure | null
  /** The call's data; null where it failed, with the reason in `error`. */
  run<Data>(call: Promise<Result<Data>>): Promise<Data | null>
}

export function useCall(): CallState {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  return {
    busy,
    error,
    async run(call) {
      setBusy(true)
      const response = await call
      setBusy(false)
      setError(response.ok ? null : withoutField(response.error))
      return response.ok ? response.data : null
    },
  }
}

/** Removes the field's name from the start of the message: the form shows the message next to the field. */
function withoutField(error: Failure): Failure {
  const start = `${error.field ?? ''}: `
  return error.message.startsWith(start) ? { ...error, message: error.message.slice(start.length) } : error
}
