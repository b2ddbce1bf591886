/**
 * How the time of a scan grows with its text: four times the text takes four times as long where the scan is linear, sixteen
 * times where it is quadratic. Counts the processor's time of this thread, which a busy machine does not change.
 */

/** Below it the clock is too coarse to tell, and no text is long enough to hold anything up. In milliseconds. */
const NOTHING_MS = 20
const TRIES = 3

/** Null where the growth is that of a linear scan, else the times of the short and of the long text. */
export async function steepGrowth(
  scan: (text: string) => unknown,
  short: string,
  long: string,
): Promise<{ readonly shortMs: number; readonly longMs: number } | null> {
  let [shortMs, longMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < TRIES; attempt++) {
    longMs = Math.min(longMs, await cpuMs(scan, long))
    if (longMs < NOTHING_MS) return null
    shortMs = Math.min(shortMs, await cpuMs(scan, short))
    if (longMs < shortMs * 8) return null
  }
  return { shortMs, longMs }
}

async function cpuMs(scan: (text: string) => unknown, text: string): Promise<number> {
  const before = process.threadCpuUsage()
  await scan(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
