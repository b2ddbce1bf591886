import { describe, expect, it } from 'vitest'
import { CAMERA_MOVES, moveInWords, poseAt } from '#local-service/film/camera.ts'
import { lensAt } from '#local-service/film/lens.ts'
import { overscan } from '#local-service/film/stage.ts'

describe('moveInWords', () => {
  it.each([
    ['a lake, slow push in', 'push in'],
    ['zoom in on a red boat', 'push in'],
    ['flying over the hills', 'push in'],
    ['the camera pulls back from the house', 'pull out'],
    ['zooming out', 'pull out'],
    ['pan left across the skyline', 'pan left'],
    ['the camera pans slowly to the right', 'pan right'],
    ['tilt up to the moon', 'tilt up'],
    ['tilting down', 'tilt down'],
    ['orbiting an old oak', 'orbit'],
    ['static shot of a harbour', 'static'],
    ['a pine forest in the rain', null],
    ['a pan on the left of the stove', 'pan left'],
  ])('reads %j as %j', (prompt, move) => {
    expect(moveInWords(prompt)).toBe(move)
  })
})

describe('poseAt', () => {
  it.each(CAMERA_MOVES.filter((move) => move !== 'static'))('moves during the film: %s', (move) => {
    expect(poseAt(move, 0, 5)).not.toEqual(poseAt(move, 1, 5))
  })

  it('starts and ends softly', () => {
    const step = (from: number, to: number): number =>
      Math.abs(poseAt('pan right', to, 5).x - poseAt('pan right', from, 5).x)
    expect(step(0, 0.02)).toBeLessThan(0.6 * step(0.49, 0.51))
    expect(step(0.98, 1)).toBeLessThan(0.6 * step(0.49, 0.51))
  })
})

describe('the lens', () => {
  const shapes = [
    { width: 1280, height: 720 },
    { width: 720, height: 1280 },
    { width: 640, height: 640 },
    { width: 1920, height: 480 },
  ]
  const cases = CAMERA_MOVES.flatMap((move) => shapes.map((shape) => ({ move, ...shape })))

  it.each(cases)('never looks beyond the painting: $move at $width x $height', ({ move, ...frame }) => {
    const margin = overscan(frame, move)
    const [right, bottom] = [frame.width + 2 * margin.x, frame.height + 2 * margin.y]
    for (const duration of [1, 4, 20]) {
      for (let share = 0; share <= 1; share += 0.05) {
        const seconds = share * duration
        const lens = lensAt({ ...frame, margin, vanishingRow: 0.5 * bottom, move, seconds, duration })
        for (const distance of [1, 1.5, 3, 12, 70]) {
          expect(lens.columnAt(0, distance)).toBeLessThanOrEqual(0)
          expect(lens.columnAt(right, distance)).toBeGreaterThanOrEqual(frame.width)
          expect(lens.rowAt(0, distance)).toBeLessThanOrEqual(0)
          expect(lens.rowAt(bottom, distance)).toBeGreaterThanOrEqual(frame.height)
        }
      }
    }
  })

  it('moves near things further than far ones', () => {
    const frame = { width: 640, height: 360 }
    const margin = overscan(frame, 'pan right')
    const at = (seconds: number, distance: number): number =>
      lensAt({ ...frame, margin, vanishingRow: 180, move: 'pan right', seconds, duration: 4 }).columnAt(
        320,
        distance,
      )
    const near = Math.abs(at(4, 1.5) - at(0, 1.5))
    expect(near).toBeGreaterThan(2 * Math.abs(at(4, 20) - at(0, 20)))
  })
})
