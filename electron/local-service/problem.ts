/**
 * A refusal that the caller can act on: an HTTP status and a sentence.
 *
 * Thrown by whoever notices, turned into the error object by the HTTP side alone.
 */

type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 413 | 416 | 421 | 429 | 500

export class Problem extends Error {
  readonly status: ProblemStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: ProblemStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'Problem'
    this.status = status
    this.headers = headers
  }
}

/** A 400 whose message starts with the name of the field at fault. */
export function invalidField(field: string, fault: string): Problem {
  return new Problem(400, `${field} ${fault}`)
}

/** What is wrong with an input; the name of its field is put before it. */
export interface Fault {
  readonly fault: string
}
