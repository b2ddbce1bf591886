import { describe, expect, it } from 'vitest'
import { createFrame, type Frame } from '#local-service/film/frame.ts'
import { LOOK_NAMES, lookInWords } from '#local-service/film/restyle/look.ts'
import { LOOKS } from '#local-service/film/restyle/looks.ts'

const WIDTH = 160
const HEIGHT = 96

/** Half sky, half ground, and a disc in front of both whose middle is at `x`. */
function drawScene(x: number): Frame {
  const frame = createFrame(WIDTH, HEIGHT)
  for (let py = 0; py < HEIGHT; py += 1) {
    for (let px = 0; px < WIDTH; px += 1) {
      const inside = Math.hypot(px - x, py - 52) < 18
      frame.data.set(inside ? [225, 60, 40] : py < 48 ? [150, 190, 235] : [60, 95, 50], (py * WIDTH + px) * 3)
    }
  }
  return frame
}

const difference = (a: Frame, b: Frame): number =>
  a.data.reduce((sum, value, at) => sum + Math.abs(value - (b.data[at] as number)), 0) / a.data.length

const request = { prompt: '', seed: 7, width: WIDTH, height: HEIGHT }

describe.each(LOOK_NAMES)('the look %s', (name) => {
  it('redraws a frame, and keeps what is on it', () => {
    const frame = drawScene(80)
    LOOKS[name](request).apply(frame, 0)
    expect(frame.data.every((value) => Number.isFinite(value))).toBe(true)
    expect(difference(frame, drawScene(80))).toBeGreaterThan(3)
    const other = drawScene(30)
    LOOKS[name](request).apply(other, 0)
    expect(difference(frame, other)).toBeGreaterThan(2)
  })

  it('draws the same frame the same way, whatever came before', () => {
    const look = LOOKS[name](request)
    look.apply(drawScene(20), 0)
    const [first, second] = [drawScene(80), drawScene(80)]
    look.apply(first, 0)
    LOOKS[name](request).apply(second, 0)
    expect(difference(first, second)).toBe(0)
  })

  it('does not flicker between frames that hardly differ', () => {
    const look = LOOKS[name](request)
    const [first, second] = [drawScene(80), drawScene(80.3)]
    look.apply(first, 0.01)
    look.apply(second, 0.05)
    expect(difference(first, second)).toBeLessThan(3)
  })
})

describe('the poster look', () => {
  it('prints in the colours that the prompt names', () => {
    const [plain, named] = [drawScene(80), drawScene(80)]
    LOOKS.poster(request).apply(plain, 0)
    LOOKS.poster({ ...request, prompt: 'a poster in teal and pink' }).apply(named, 0)
    expect(difference(plain, named)).toBeGreaterThan(10)
  })
})

describe('lookInWords', () => {
  it.each([
    ['as an ink drawing', 'ink'],
    ['hand-drawn pencil sketch', 'pencil'],
    ['a pop art poster', 'poster'],
    ['make it a neon night', 'night'],
    ['like an oil painting', 'painted'],
    ['make it nicer', null],
  ])('reads %j as %j', (prompt, look) => {
    expect(lookInWords(prompt)).toBe(look)
  })
})
