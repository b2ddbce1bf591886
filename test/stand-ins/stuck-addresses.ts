/**
 * Loaded before a program whose main thread is to be held up: whoever parses an address of a file, or JSON with HOLDS UP in it, or
 * decodes a text with it, is stuck for the time that STUCK_MS says. The watchdog's beats come more often, so that nobody waits long
 * for it to notice.
 */
import { isMainThread } from 'node:worker_threads'
import { BEAT_MS } from '../../electron/core/reading/heartbeat.ts'

const STUCK_MS = Number(process.env['STUCK_MS'])
const parse = URL.parse.bind(URL)
const parseJson = JSON.parse.bind(JSON)
const { decode } = TextDecoder.prototype
const nobody = new Int32Array(new SharedArrayBuffer(4))
let isFirst = true

function hold(isHeld: boolean): void {
  if (!isFirst || !isHeld) return
  isFirst = false
  Atomics.wait(nobody, 0, 0, STUCK_MS)
}

/** Five of them are a silence: long enough for a machine that is slow to start. */
const QUICK_BEAT_MS = 400
const repeat = setInterval
globalThis.setInterval = ((work: () => void, ms?: number) =>
  repeat(work, ms === BEAT_MS ? QUICK_BEAT_MS : ms)) as typeof setInterval

if (isMainThread && STUCK_MS > 0) {
  URL.parse = (text, base) => {
    hold(String(text).includes('/files/'))
    return parse(text, base)
  }
  JSON.parse = (text: string, reviver?: Parameters<typeof JSON.parse>[1]) => {
    hold(text.includes('HOLDS UP'))
    return parseJson(text, reviver) as unknown
  }
  TextDecoder.prototype.decode = function (...given) {
    const text = decode.apply(this, given)
    hold(text.includes('HOLDS UP'))
    return text
  }
}
