/** Frame rates as the ratios they are: 23.976 is 24000/1001, and a frame of it lasts no whole number of anything else. */

export interface FrameRate {
  /** Frames in `denominator` seconds. Both are positive integers without a common factor. */
  readonly frames: number
  readonly seconds: number
}

/** Of those that were slowed down by 1001/1000 for colour television. Source: SMPTE ST 12-1:2014, 5.2. */
const SLOWED = new Set([24, 30, 48, 60, 120])
/** Measured rates are this near to what they stand for, in frames a second. 23.976 and 24 are further apart. */
const NEAR = 0.011

/** The ratio that a rate in frames a second stands for: 29.97 is 30000/1001, 24.001 is 24. */
export function frameRateOf(perSecond: number): FrameRate {
  const whole = Math.round(perSecond)
  if (SLOWED.has(whole) && Math.abs(perSecond - (whole * 1_000) / 1_001) < NEAR) {
    return { frames: whole * 1_000, seconds: 1_001 }
  }
  if (whole > 0 && Math.abs(perSecond - whole) < NEAR) return { frames: whole, seconds: 1 }
  const thousandths = Math.max(1, Math.round(perSecond * 1_000))
  const factor = greatestFactor(thousandths, 1_000)
  return { frames: thousandths / factor, seconds: 1_000 / factor }
}

export function framesPerSecond({ frames, seconds }: FrameRate): number {
  return frames / seconds
}

/** Frames a second, rounded: what timecode counts in. */
export function nominalRate(rate: FrameRate): number {
  return Math.max(1, Math.round(framesPerSecond(rate)))
}

export function isSameRate(one: FrameRate, other: FrameRate): boolean {
  return one.frames === other.frames && one.seconds === other.seconds
}

/** A sum of times in ms is this near to what it stands for, in frames. */
const EXACT = 1e-6

/** The frame that is nearest to a time; of two, the later one. */
export function frameAt(ms: number, { frames, seconds }: FrameRate): number {
  return Math.round((ms * frames) / (seconds * 1_000) + EXACT)
}

/** When a frame begins, to the nearest ms. */
export function msOf(frame: number, { frames, seconds }: FrameRate): number {
  return Math.round((frame * seconds * 1_000) / frames)
}

function greatestFactor(one: number, other: number): number {
  return other === 0 ? one : greatestFactor(other, one % other)
}
