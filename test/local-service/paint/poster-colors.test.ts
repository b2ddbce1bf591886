/** The colour words of a prompt on a poster: each of them is to be seen, also beside others and on paper as light as they are. */
import { describe, expect, it } from 'vitest'
import { createFrame } from '#local-service/film/frame.ts'
import { createPosterLook } from '#local-service/film/restyle/poster-look.ts'
import { decodePart, toOklab, type Oklab, type Rgb } from '#local-service/paint/color.ts'
import { namedColor } from '#local-service/paint/named-colors.ts'
import { readPrompt } from '#local-service/paint/read-prompt.ts'
import { geometricPoster } from '#local-service/paint/styles/geometric-poster.ts'

const SIDE = 96
const NEAR = 0.12
const LEAST_SHARE = 0.01

/** The colour words of a prompt that hardly a pixel looks like. */
function missing(prompt: string, pixels: readonly Rgb[]): readonly string[] {
  const labs = pixels.map(toOklab)
  return readPrompt(prompt).colors.filter((name) => {
    const wanted = toOklab(namedColor(name))
    return labs.filter((lab) => distance(lab, wanted) < NEAR).length < labs.length * LEAST_SHARE
  })
}

function distance([l, a, b]: Oklab, [otherL, otherA, otherB]: Oklab): number {
  return Math.hypot(l - otherL, a - otherA, b - otherB)
}

function pixelsOf(data: ArrayLike<number>, read: (part: number) => number): readonly Rgb[] {
  return Array.from({ length: data.length / 3 }, (_, pixel): Rgb => [
    read(data[pixel * 3] ?? 0),
    read(data[pixel * 3 + 1] ?? 0),
    read(data[pixel * 3 + 2] ?? 0),
  ])
}

describe.each([
  'a lake in yellow',
  'mountains in red, yellow and blue',
  'a harbour at night in orange and teal',
  'a forest in pink, green and black',
  'a quiet sea in teal, orange, white and purple',
])('a poster of %s', (prompt) => {
  it.each([1, 2, 3])('shows every colour, seed %i', (seed) => {
    const { data } = geometricPoster.fromText({ prompt, seed, width: SIDE, height: SIDE })
    expect(
      missing(
        prompt,
        pixelsOf(data, (part) => part),
      ),
    ).toEqual([])
  })
  it('has an ink for every colour when a film is redrawn as one', () => {
    const frame = createFrame(SIDE, SIDE)
    // From black to white across the frame: every tone is printed.
    for (let at = 0; at < frame.data.length; at += 1)
      frame.data[at] = ((Math.floor(at / 3) % SIDE) / (SIDE - 1)) * 255
    createPosterLook({ prompt, seed: 4, width: SIDE, height: SIDE }).apply(frame, 0)
    const byte = (part: number): number => decodePart(Math.min(255, Math.max(0, part)))
    expect(missing(prompt, pixelsOf(frame.data, byte))).toEqual([])
  })
})
