import { describe, expect, it } from 'vitest'
import { PRODUCTION_NAMES, type ProductionName } from '#local-service/film/film-job.ts'
import { createFrame } from '#local-service/film/frame.ts'
import { PRODUCTIONS } from '#local-service/film/productions.ts'
import type { FilmRequest, GivenPicture, NamedPlates, Stage } from '#local-service/film/stage.ts'
import { createCanvas } from '#local-service/paint/canvas.ts'

const WIDTH = 128
const HEIGHT = 72

function requestFor(over: Partial<FilmRequest> = {}): FilmRequest {
  const size = { width: WIDTH, height: HEIGHT, duration: 2 }
  return { prompt: 'a lake at dawn', seed: 5, ...size, camera: null, style: null, strength: 0.8, ...over }
}

/** A picture with a blue sky, a green ground and a red thing in the middle. */
const picture: GivenPicture = (width, height) => {
  const canvas = createCanvas(width, height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const middle = Math.hypot(x / width - 0.5, y / height - 0.6) < 0.12
      const color = middle ? [0.6, 0.05, 0.03] : y < height / 2 ? [0.2, 0.4, 0.8] : [0.05, 0.2, 0.04]
      canvas.data.set(color, (y * width + x) * 3)
    }
  }
  return Promise.resolve(canvas)
}

async function openStage(
  name: ProductionName,
  request: FilmRequest,
  given: GivenPicture = null,
): Promise<Stage> {
  const production = PRODUCTIONS[name]
  let plates: NamedPlates = {}
  for (let part = 0; part < production.countParts(request); part += 1)
    plates = { ...plates, ...(await production.paintPart(request, part, given)) }
  return production.openStage(request, plates)
}

function frameAt(stage: Stage, seconds: number, width = WIDTH, height = HEIGHT): Float32Array {
  const frame = createFrame(width, height)
  stage.draw(frame, seconds)
  return frame.data
}

function mean(data: Float32Array): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

function difference(a: Float32Array, b: Float32Array): number {
  return mean(a.map((value, at) => Math.abs(value - (b[at] as number))))
}

describe.each(PRODUCTION_NAMES)('the %s film', (name) => {
  const given = name === 'picture' ? picture : null

  it('is a picture that moves, and the same one for the same seed', async () => {
    const [first, second] = [
      await openStage(name, requestFor(), given),
      await openStage(name, requestFor(), given),
    ]
    const start = frameAt(first, 0)
    expect(start.every((value) => Number.isFinite(value))).toBe(true)
    expect(Math.max(...start) - Math.min(...start)).toBeGreaterThan(60)
    const end = frameAt(first, 2)
    expect(difference(start, end)).toBeGreaterThan(1)
    /** Frames are drawn on several threads: a moment may not depend on the ones drawn before it. */
    expect(difference(end, frameAt(second, 2))).toBe(0)
  })

  it('goes from frame to frame without a jump', async () => {
    const stage = await openStage(name, requestFor({ camera: 'push in' }), given)
    const steps = [0, 0.5, 1, 1.5].map((at) => difference(frameAt(stage, at), frameAt(stage, at + 1 / 24)))
    expect(Math.max(...steps)).toBeLessThan(9)
    expect(Math.max(...steps)).toBeGreaterThan(0)
  })

  it('can be drawn upright', async () => {
    const stage = await openStage(name, requestFor({ width: 72, height: 128 }), given)
    expect(mean(frameAt(stage, 1, 72, 128))).toBeGreaterThan(5)
  })
})

describe('the words of a landscape', () => {
  const brightness = async (prompt: string): Promise<number> =>
    mean(frameAt(await openStage('landscape', requestFor({ prompt })), 1))

  it('change its light', async () => {
    expect(await brightness('meadow at noon, clear')).toBeGreaterThan(
      1.5 * (await brightness('meadow at midnight, clear')),
    )
  })

  it('bring weather that falls', async () => {
    const still = await openStage('landscape', requestFor({ prompt: 'snowstorm in a forest, static shot' }))
    expect(difference(frameAt(still, 1), frameAt(still, 1.2))).toBeGreaterThan(1)
  })

  it('choose the camera', async () => {
    const left = await openStage('landscape', requestFor({ prompt: 'hills at noon, pan left' }))
    const right = await openStage(
      'landscape',
      requestFor({ prompt: 'hills at noon, pan left', camera: 'pan right' }),
    )
    expect(difference(frameAt(left, 2), frameAt(right, 2))).toBeGreaterThan(2)
  })
})

describe('the film of a picture', () => {
  it('keeps the picture where nothing else is asked for', async () => {
    const stage = await openStage('picture', requestFor({ prompt: '', camera: 'static' }), picture)
    const data = frameAt(stage, 0.5)
    const at = (x: number, y: number) =>
      Array.from(data.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3))
    const [sky, thing, ground] = [at(10, 8), at(64, 43), at(10, 65)]
    expect(sky[2]).toBeGreaterThan((sky[0] as number) * 1.5)
    expect(thing[0]).toBeGreaterThan((thing[1] as number) * 1.5)
    expect(ground[1]).toBeGreaterThan((ground[2] as number) * 1.5)
  })

  it('moves what is near further than the sky', async () => {
    const stripes: GivenPicture = async (width, height) => {
      const canvas = await picture(width, height)
      for (let spot = 0; spot < width * height; spot += 1) {
        const dark = Math.floor((spot % width) / 12) % 2 === 0 ? 0.55 : 1
        for (let part = 0; part < 3; part += 1)
          canvas.data[spot * 3 + part] = (canvas.data[spot * 3 + part] as number) * dark
      }
      return canvas
    }
    const stage = await openStage(
      'picture',
      requestFor({ prompt: '', camera: 'pan right', duration: 6 }),
      stripes,
    )
    expect(shiftOfRow(frameAt(stage, 0), frameAt(stage, 6), 68)).toBeGreaterThan(
      shiftOfRow(frameAt(stage, 0), frameAt(stage, 6), 6),
    )
  })
})

/** By how many pixels the middle of row `y` moved to the left. */
function shiftOfRow(from: Float32Array, to: Float32Array, y: number): number {
  let [best, least] = [0, Infinity]
  for (let shift = 0; shift < 20; shift += 1) {
    let sum = 0
    for (let x = 30; x < 98; x += 1) {
      const before = from[(y * WIDTH + x) * 3 + 1] as number
      sum += Math.abs(before - (to[(y * WIDTH + x - shift) * 3 + 1] as number))
    }
    if (sum < least) [best, least] = [shift, sum]
  }
  return best
}
