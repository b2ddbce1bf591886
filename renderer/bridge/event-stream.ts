/**
 * Follows the host's server-sent events through `fetch`, which can carry the page token where EventSource cannot.
 *
 * Owns parsing, and reconnecting with growing waits.
 */
import type { EventMessage } from '#contract/events.ts'

const FIRST_WAIT_MS = 300
const MAX_WAIT_MS = 10_000

export interface EventStream {
  open(signal: AbortSignal): Promise<Response>
  onEvent(event: EventMessage): void
  /** The stream has broken, or could not be opened at all. Called once per break. */
  onBreak(): void
  /** The stream is open again after it had broken. */
  onReconnect(): void
  /** The host responded 401 or 403: the stream ends. */
  onRefused(): void
  readonly signal: AbortSignal
}

/** Resolves when `signal` is aborted or the host refuses. */
export async function followEvents(stream: EventStream): Promise<void> {
  let failures = 0
  let broken = false
  while (!stream.signal.aborted) {
    try {
      const response = await stream.open(stream.signal)
      if (response.status === 401 || response.status === 403) {
        stream.onRefused()
        return
      }
      if (response.ok && response.body !== null) {
        failures = 0
        if (broken) stream.onReconnect()
        broken = false
        await readEvents(response.body, (event) => stream.onEvent(event))
      }
    } catch {
      // The loop below waits and reconnects.
    }
    if (stream.signal.aborted) return
    if (!broken) stream.onBreak()
    broken = true
    failures += 1
    await wait(reconnectWaitMs(failures), stream.signal)
  }
}

/** Before attempt `failures` + 1. */
export function reconnectWaitMs(failures: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: EventMessage) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = `${rest}${value}`.split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readEvent(block)
      if (event !== null) onEvent(event)
    }
  }
}

/** The event in one block of the stream; null for comments and for anything that is not an event. */
export function readEvent(block: string): EventMessage | null {
  const data = block
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
  if (data === '') return null
  try {
    const message: unknown = JSON.parse(data)
    const isEvent = typeof message === 'object' && message !== null && 'name' in message && 'data' in message
    return isEvent ? (message as EventMessage) : null
  } catch {
    return null
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', done)
      resolve()
    }, ms)
    signal.addEventListener('abort', done, { once: true })
  })
}
