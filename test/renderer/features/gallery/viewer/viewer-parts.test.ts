import { describe, expect, it } from 'vitest'
import { differencesOf } from '#renderer/features/gallery/viewer/differences.ts'
import { steppedTime } from '#renderer/features/gallery/viewer/playback.ts'
import { wavePath } from '#renderer/ui/wave-path.ts'
import { assetOf } from '../assets.ts'

describe('the differences of some assets', () => {
  it('are those parameters alone that are not the same in all', () => {
    const assets = [
      assetOf('a', { prompt: 'fox', model: 'ink', options: { seed: 1, steps: 20, size: { w: 1, h: 2 } } }),
      assetOf('b', { prompt: 'fox', model: 'oil', options: { seed: 2, steps: 20, size: { h: 2, w: 1 } } }),
      assetOf('c', { prompt: 'fox', model: 'oil', options: { steps: 20, size: { w: 1, h: 2 } } }),
    ]
    expect(differencesOf(assets)).toEqual([
      { name: 'model', isOption: false, values: ['ink', 'oil', 'oil'] },
      { name: 'seed', isOption: true, values: [1, 2, undefined] },
    ])
  })
  it('are none where all is the same', () => {
    expect(differencesOf([assetOf('a', { prompt: 'x' }), assetOf('b', { prompt: 'x' })])).toEqual([])
  })
})

describe('stepping through a film', () => {
  it('goes through every frame once, there and back', () => {
    const frame = 1 / 24
    let time = 0
    for (let step = 1; step <= 48; step++) {
      time = steppedTime(time, 1, frame)
      expect(Math.floor(time / frame)).toBe(step)
    }
    for (let step = 47; step >= 0; step--) {
      time = steppedTime(time, -1, frame)
      expect(Math.floor(time / frame)).toBe(step)
    }
    expect(steppedTime(time, -1, frame)).toBe(0)
  })
})

it('draws a loud bar where the sound is loud, and a line where nothing is known', () => {
  const peaks = new Uint8Array(800)
  peaks[402] = 255
  const heights = [...wavePath(peaks).matchAll(/v([\d.]+)h-/g)].map(([, height]) => Number(height))
  expect([heights.length, heights[100], heights[99], heights[101]]).toEqual([200, 160, 2, 2])
  expect(new Set([...wavePath(null).matchAll(/v([\d.]+)h-/g)].map(([, height]) => height))).toEqual(
    new Set(['2']),
  )
})
