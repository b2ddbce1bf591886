/** Loaded into a host before its own script: tells its parent how late the event loop ran, whenever it asks. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()

process.on('message', () => {
  const late = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  process.send?.({ p99: late(delay.percentile(99)), most: late(delay.max) })
  delay.reset()
})
// The parent's channel alone does not keep the host alive.
process.channel?.unref()
