import { describe, expect, it } from 'vitest'
import { createFrame, PLAIN_GRADE, toRgb, toYuv } from '#local-service/film/frame.ts'

/** A frame of one colour, as luma and both chromas of its first pixel. */
function yuvOf(color: readonly [number, number, number], grade = PLAIN_GRADE): readonly number[] {
  const frame = createFrame(4, 2)
  for (let at = 0; at < frame.data.length; at += 1) frame.data[at] = color[at % 3] as number
  const yuv = new Uint8Array(12)
  toYuv(frame, grade, yuv)
  return [yuv[0] as number, yuv[8] as number, yuv[10] as number]
}

describe('toYuv', () => {
  // ITU-R BT.709-6, table 4, for 8 bits.
  it.each([
    { name: 'black', color: [0, 0, 0], yuv: [16, 128, 128] },
    { name: 'white', color: [255, 255, 255], yuv: [235, 128, 128] },
    { name: 'red', color: [255, 0, 0], yuv: [63, 102, 240] },
    { name: 'green', color: [0, 255, 0], yuv: [173, 42, 26] },
    { name: 'blue', color: [0, 0, 255], yuv: [32, 240, 118] },
  ] as const)('gives $name its code', ({ color, yuv }) => {
    for (const [index, value] of yuvOf(color).entries())
      expect(Math.abs(value - (yuv[index] as number))).toBeLessThanOrEqual(1)
  })

  it('bounds what overshoots', () => {
    expect(yuvOf([900, 900, 900])).toEqual(yuvOf([255, 255, 255]))
    expect(yuvOf([-50, -50, -50])).toEqual(yuvOf([0, 0, 0]))
  })

  it('dithers a colour between two codes instead of rounding it everywhere', () => {
    const frame = createFrame(64, 64)
    frame.data.fill(100.58)
    const yuv = new Uint8Array(64 * 64 * 1.5)
    toYuv(frame, PLAIN_GRADE, yuv)
    expect(new Set(yuv.subarray(0, 4096)).size).toBeGreaterThan(1)
  })

  it('darkens corners, not the middle', () => {
    const frame = createFrame(32, 32)
    frame.data.fill(200)
    const bytes = toRgb(frame, { gain: [1, 1, 1], vignette: 0.5 })
    expect(bytes[0]).toBeLessThan(150)
    expect(bytes[(16 * 32 + 16) * 3]).toBeGreaterThan(198)
  })
})
