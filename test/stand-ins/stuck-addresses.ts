/**
 * Loaded before a program whose main thread is to be held up: whoever parses an address of a file is stuck for the time that
 * STUCK_MS says.
 */
import { isMainThread } from 'node:worker_threads'

const STUCK_MS = Number(process.env['STUCK_MS'])
const parse = URL.parse.bind(URL)
const nobody = new Int32Array(new SharedArrayBuffer(4))
let isFirst = true

if (isMainThread && STUCK_MS > 0) {
  URL.parse = (text, base) => {
    if (isFirst && String(text).includes('/files/')) {
      isFirst = false
      Atomics.wait(nobody, 0, 0, STUCK_MS)
    }
    return parse(text, base)
  }
}
