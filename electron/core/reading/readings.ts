/**
 * The readings that every area declares, and the messages between the host and the process that reads.
 *
 * Everything in them can be cloned: it goes from one process to another.
 */

/**
 * By name: what is handed over, as `input`, and what comes back, as `output`. Each area adds its own, in its `readings.ts`.
 */
export interface Readings {}

export type ReadingName = keyof Readings
export type ReadingInput<Name extends ReadingName> = Readonly<Readings[Name]['input']>
export type ReadingOutput<Name extends ReadingName> = Readings[Name]['output']

/** From the host. */
export type ReaderCall =
  | { readonly kind: 'read'; readonly id: number; readonly name: ReadingName; readonly input: object }
  | { readonly kind: 'cancel'; readonly id: number }

/** To the host. */
export type ReaderMessage = { readonly kind: 'ready' } | ResponseMessage

/** About one call. */
export type ResponseMessage =
  /** It waits for its share of the memory, or goes on: only work counts against its deadline. */
  | { readonly kind: 'waits' | 'works'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  /** `code` is the system's, of an error of the disk. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly code?: string }
