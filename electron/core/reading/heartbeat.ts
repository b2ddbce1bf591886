/** What the host's thread and the one that watches it share: a heartbeat, and the ids of the tasks whose responses are read. */

export const BEAT_MS = 1_000
const BYTES = 4_096
const BEATS = 0
const LENGTH = 1
const HEAD_BYTES = 8
const LINE_END = 0x0a

export interface WatchOrder {
  readonly memory: SharedArrayBuffer
  /** The file of the notes. */
  readonly path: string
}

/** One line of the notes. */
export type SilenceNote =
  | { readonly kind: 'silent'; readonly at: number; readonly tasks: readonly string[] }
  | { readonly kind: 'back'; readonly at: number }

export function shareMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(BYTES)
}

export function beat(memory: SharedArrayBuffer): void {
  Atomics.add(new Int32Array(memory, 0, 2), BEATS, 1)
}

/** Ids for which there is no room are left out. */
export function shareTasks(memory: SharedArrayBuffer, tasks: Iterable<string>): void {
  const text = new TextEncoder().encode([...tasks].join('\n'))
  const room = BYTES - HEAD_BYTES
  // A part of an id would name no task.
  const length = text.length <= room ? text.length : Math.max(0, text.lastIndexOf(LINE_END, room))
  new Uint8Array(memory, HEAD_BYTES).set(text.subarray(0, length))
  Atomics.store(new Int32Array(memory, 0, 2), LENGTH, length)
}

export function readHeartbeat(memory: SharedArrayBuffer): {
  readonly beats: number
  readonly tasks: readonly string[]
} {
  const head = new Int32Array(memory, 0, 2)
  // TextDecoder refuses shared memory, so its bytes are copied.
  const text = Uint8Array.from(new Uint8Array(memory, HEAD_BYTES, Atomics.load(head, LENGTH)))
  const tasks = new TextDecoder().decode(text).split('\n')
  return { beats: Atomics.load(head, BEATS), tasks: tasks.filter((id) => id !== '') }
}
