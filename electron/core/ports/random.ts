/** A number in [0, 1), handed in so that a test can hold it still. */
export type Random = () => number
