import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { CAMERA_MOVES, type CameraMove, moveInWords, poseAt } from '#local-service/video/camera.ts'
import { createH264Encoder } from '#local-service/video/h264.ts'
import { makeVideo, type VideoJob } from '#local-service/video/make-video.ts'
import { layPlates, plateOf } from '#local-service/video/plates.ts'
import { readVideo } from '#local-service/inputs/video-input.ts'
import { readFrames } from '#local-service/video/read-h264.ts'
import { type Layer, outerBox } from '#local-service/image/scene.ts'
import { STYLE_NAMES } from '#local-service/image/styles.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { squareAt, TINY_VIDEO, writeTinyVideo } from '../support/makers.ts'

const countListeners = () =>
  process.listenerCount('uncaughtException') + process.listenerCount('unhandledRejection')
/** Before the first encoder of this process. */
const LISTENING = countListeners()

const VIDEO: VideoJob = {
  model: 'tiny',
  prompt: 'a lake with a boat in rain',
  seed: 3,
  width: 96,
  height: 64,
  strength: 0.8,
  audio: false,
  from: 'words',
  style: 'painted-landscape',
  filter: null,
  frames: 16,
  framesPerSecond: 8,
  camera: 'pan left',
}

/** The frames of a video. */
async function draw(over: Partial<VideoJob> = {}, inputPath: string | null = null): Promise<Buffer[]> {
  const folder = await makeTempDir()
  const video = { ...VIDEO, ...over }
  const { path, posterPath } = await makeVideo({ video, inputPath, folder }, () => undefined)
  expect((await sharp(posterPath).metadata()).format).toBe('jpeg')
  return await framesOf(path, VIDEO)
}

async function framesOf(
  path: string,
  { width, height }: { width: number; height: number },
): Promise<Buffer[]> {
  const { framesPerSecond, frames: count } = await measure(path)
  const frames: Buffer[] = []
  for await (const frame of readFrames({ path, width, height, framesPerSecond, frames: count }))
    frames.push(Buffer.from(frame))
  return frames
}

async function measure(path: string) {
  const video = await readVideo({ bytes: await readFile(path) })
  if ('fault' in video) throw new Error(video.fault)
  return video
}

function difference(a: Buffer | undefined, b: Buffer | undefined): number {
  if (a === undefined || b === undefined) return 0
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length
}

describe('a drawn video', () => {
  it.each(STYLE_NAMES)(
    'moves in the style %s, and from one frame to the next only a little',
    async (style) => {
      const frames = await draw({ style })
      expect(difference(frames[1], frames[14])).toBeGreaterThan(1)
      expect(difference(frames[13], frames[14])).toBeLessThan(0.8 * difference(frames[1], frames[14]) + 6)
    },
  )

  slow('is the same for the same job, and another for another seed', async () => {
    const [one, same, other] = [await draw(), await draw(), await draw({ seed: 4 })]
    expect(Buffer.concat(one).equals(Buffer.concat(same))).toBe(true)
    expect(Buffer.concat(one).equals(Buffer.concat(other))).toBe(false)
  })

  slow('moves through an image, and stands still when it is told to and nothing falls', async () => {
    const path = join(await makeTempDir(), 'input.jpg')
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const background = { width: 40, height: 30, channels: 3, background: '#808080', noise } as const
    await sharp({ create: background }).resize(240, 180).jpeg().toFile(path)
    const quiet = { from: 'image', prompt: 'a wall', camera: 'static' } as const
    const still = await draw(quiet, path)
    expect(difference(still[1], still[14])).toBeLessThan(3)
    const moved = await draw({ ...quiet, camera: 'push in' }, path)
    expect(difference(moved[1], moved[14])).toBeGreaterThan(8)
    const snowing = await draw({ ...quiet, prompt: 'snow falls' }, path)
    expect(difference(snowing[1], still[1])).toBeGreaterThan(1)
  })
})

describe('plates', () => {
  const size = { width: 32, height: 32 }
  const box = outerBox(size)
  /** The frame of plates that are each one colour, red, green, blue and alpha. */
  function lay(colors: readonly number[][], layer: Omit<Layer, 'svg'>, camera: CameraMove): Float32Array {
    const plates = colors.map((color) =>
      plateOf(
        Uint8Array.from({ length: box.width * box.height * 4 }, (_, at) => color[at % 4] ?? 0),
        size,
        layer,
      ),
    )
    const frame = { ...size, data: new Float32Array(size.width * size.height * 3) }
    layPlates(frame, plates, poseAt(camera, 0.7, 9), 1)
    return frame.data
  }

  it.each(CAMERA_MOVES)('hide what is behind them as far as they are opaque: %s', (camera) => {
    const [red, green, blue] = [
      [255, 0, 0, 255],
      [0, 200, 0, 255],
      [0, 0, 255, 51],
    ]
    const seen = lay([red, green, blue], { nearness: 0.8 }, camera)
    for (const [at, value] of seen.entries()) expect(value).toBeCloseTo([0, 160, 51][at % 3] ?? 0, 1)
  })

  it('are never brighter than white where they glow', () => {
    const seen = lay([[255, 255, 255, 255]], { nearness: 0, motion: 'glow' }, 'static')
    expect(Math.max(...seen)).toBe(255)
  })
})

it('the encoder listens to nobody else’s errors', async () => {
  await createH264Encoder({ width: 32, height: 32 })
  expect(countListeners()).toBe(LISTENING)
})

describe('reading a video', () => {
  it('finds every frame with what it shows, in the size that is wanted', async () => {
    const path = await writeTinyVideo(await makeTempDir())
    const frames = await framesOf(path, { width: 48, height: 32 })
    expect(frames).toHaveLength(TINY_VIDEO.frames)
    for (const [index, frame] of frames.entries()) {
      const inSquare = (16 * 48 + Math.round((squareAt(index) + 8) / 2)) * 3
      expect(frame[inSquare]).toBeGreaterThan(220)
      const [r = 0, g = 0, b = 0] = frame.subarray(0, 3)
      expect(Math.hypot(r - 40, g - 70, b - 150)).toBeLessThan(14)
    }
  })

  slow('reads the bundled sample videos', async () => {
    const path = join(import.meta.dirname, '../../../assets/samples/08-lake-at-sunset.mp4')
    expect(await measure(path)).toMatchObject({ framesPerSecond: 24, frames: 96 })
    for await (const frame of readFrames({ path, width: 64, height: 36, framesPerSecond: 24, frames: 2 }))
      expect(frame).toHaveLength(64 * 36 * 3)
  })
})

describe('the camera', () => {
  it.each([
    ['slow pan left over the sea', 'pan left'],
    ['zoom in on the fox', 'push in'],
    ['the camera pulls back', 'pull out'],
    ['a quiet lake', null],
  ])('reads %j as %j', (prompt, move) => expect(moveInWords(prompt)).toBe(move))

  it('never moves further than images reach beyond the frame', () => {
    for (const move of CAMERA_MOVES)
      for (let share = 0; share <= 1; share += 0.05) {
        const { x, y, zoom } = poseAt(move, share, 20)
        expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(0.1)
        expect(zoom).toBeGreaterThanOrEqual(0)
      }
  })
})
