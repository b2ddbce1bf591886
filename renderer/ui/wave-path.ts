/** Peaks of an audio file as bars of an SVG path. */

export const WAVE_WIDTH = 800
export const WAVE_HEIGHT = 160

const BARS = 200
const BAR_SHARE = 0.6
const LOUDEST = 255

/** `peaks` are 0 to 255, in equal parts of the time, drawn as `count` bars; a thin line where there are none. */
export function wavePath(peaks: Uint8Array | null, count = BARS): string {
  const bars = Array.from({ length: count }, (_, bar) => {
    const loudness = loudest(peaks, bar, count) / LOUDEST
    const height = Math.max(2, loudness * WAVE_HEIGHT)
    const x = ((bar + (1 - BAR_SHARE) / 2) * WAVE_WIDTH) / count
    const width = (BAR_SHARE * WAVE_WIDTH) / count
    return `M${x} ${(WAVE_HEIGHT - height) / 2}h${width}v${height}h${-width}z`
  })
  return bars.join('')
}

function loudest(peaks: Uint8Array | null, bar: number, count: number): number {
  if (peaks === null || peaks.length === 0) return 0
  const from = Math.floor((bar * peaks.length) / count)
  const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / count))
  return peaks.subarray(from, to).reduce((most, peak) => Math.max(most, peak), 0)
}
