/** Time, handed in so that a test can hold it still. */
export interface Clock {
  /** The wall clock, in milliseconds since the Unix epoch: for what people read and what is stored. */
  now(): number
  /** Milliseconds that only ever grow: the one clock by which a wait is measured. */
  monotonicMs(): number
  /** Calls `wake` once after `waitMs`; the returned function cancels it. */
  after(waitMs: number, wake: () => void): () => void
}

/** A number in [0, 1), handed in so that a test can hold it still. */
export type Random = () => number
