/** Updates of the program itself, where a host can replace it. */
import type { UpdateState } from '#contract/app.ts'

export interface Updates {
  current(): UpdateState
  /** Looks for a newer version. Every call resolves with what came of it, never throws, and does nothing where it does not fit. */
  check(): Promise<UpdateState>
  /** Fetches the version that is available. */
  download(): Promise<UpdateState>
  /** Ends the program and has it replaced by what was fetched. */
  install(): UpdateState
  /** Every state from now on, until the returned function is called. */
  follow(listener: (state: UpdateState) => void): () => void
}
