/** The threads' work for a video: draws or redraws it frame by frame, and writes it with its audio and a poster. */
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { encodePart } from '../image/color.ts'
import { composeScene, LABEL, readPixels } from '../image/draw-image.ts'
import { FILTER_NAMES, redraw } from '../image/filter.ts'
import { createRandom } from '../image/random.ts'
import { readPrompt } from '../image/read-prompt.ts'
import { outerBox } from '../image/scene.ts'
import { STYLE_NAMES } from '../image/styles.ts'
import { weatherLayers } from '../image/styles/nature.ts'
import { createDefs } from '../image/svg.ts'
import { makeMusic } from '../music/make-music.ts'
import { CAMERA_MOVES, poseAt } from './camera.ts'
import { createH264Encoder, toYuv } from './h264.ts'
import { writeMp4 } from './mp4.ts'
import { type Frame, layPlates, type Plate, plateOf, renderPlates } from './plates.ts'
import { readFrames } from './read-h264.ts'

export const videoJobSchema = z
  .object({
    model: z.string(),
    /** What it starts from: the prompt alone, or an input file. */
    from: z.enum(['words', 'image', 'video']),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** In pixels, both even. */
    width: z.int(),
    height: z.int(),
    framesPerSecond: z.number(),
    frames: z.int(),
    camera: z.enum(CAMERA_MOVES),
    /** Of a scene from words. */
    style: z.enum(STYLE_NAMES),
    /** What an input is redrawn with; null keeps it as it is. */
    filter: z.enum(FILTER_NAMES).nullable(),
    /** 0 to 1: how far a redrawn input is left behind. */
    strength: z.number(),
    audio: z.boolean(),
  })
  .readonly()
export type VideoJob = z.infer<typeof videoJobSchema>

interface MadeVideo {
  readonly path: string
  readonly posterPath: string
  /** May be fewer than asked for where an input video ends. */
  readonly frames: number
  readonly hasAudio: boolean
}

interface Task {
  readonly video: VideoJob
  /** The file of the input image or video; null for a video from words. */
  readonly inputPath: string | null
  /** An empty folder of its own. */
  readonly folder: string
}

const POSTER_SIDE = 960
/** The frame that stands for a video: late enough that everything has come. */
const POSTER_SHARE = 0.62
/** How much of the whole is done when all frames are drawn. */
const DRAWN = 0.95
/** How near an input image seems when the camera moves through it. */
const IMAGE_NEARNESS = 0.8

export async function makeVideo(task: Task, report: (share: number) => void): Promise<MadeVideo> {
  sharp.concurrency(1)
  const { video, inputPath, folder } = task
  const { width, height, framesPerSecond, prompt, seed, model } = video
  const [path, posterPath, bedPath] = [
    join(folder, 'video.mp4'),
    join(folder, 'poster.jpg'),
    join(folder, 'bed.mp3'),
  ]
  const encoder = await createH264Encoder(video)
  const yuv = new Uint8Array(width * height * 1.5)
  let [frames, poster] = [0, Buffer.alloc(0)]
  for await (const data of video.from === 'video' ? redrawnFrames(task) : drawnFrames(task)) {
    toYuv({ width, height, data }, yuv)
    encoder.add(yuv)
    if (frames === 0 || frames === Math.floor(video.frames * POSTER_SHARE))
      poster = Buffer.from(Uint8ClampedArray.from(data).buffer)
    frames += 1
    report((frames / video.frames) * DRAWN)
  }
  if (frames === 0) throw new Error('The video holds no frame that can be decoded.')
  const comment = `${LABEL} (${model}, seed ${seed})`
  await sharp(poster, { raw: { width, height, channels: 3 } })
    .resize({ width: POSTER_SIDE, height: POSTER_SIDE, fit: 'inside', withoutEnlargement: true })
    .withExif({ IFD0: { Software: LABEL, ImageDescription: comment } })
    .jpeg({ quality: 84 })
    .toFile(posterPath)
  const hasBed = video.audio && video.from !== 'video'
  if (hasBed) {
    const piece = {
      model: 'concert-hall',
      tempo: null,
      key: null,
      instrumental: true,
      format: 'mp3',
    } as const
    const music = { ...piece, prompt: `${prompt}, no drums`, seed, duration: frames / framesPerSecond }
    await makeMusic({ music, path: bedPath }, () => undefined)
  }
  const audioPath = hasBed ? bedPath : video.audio ? inputPath : null
  const title = prompt.slice(0, 120) || model
  const track = { width, height, framesPerSecond, file: encoder.finish() }
  return { path, posterPath, frames, hasAudio: await writeMp4(path, track, audioPath, { title, comment }) }
}

/** Every frame in turn, in the same memory. */
async function* drawnFrames({ video, inputPath }: Task): AsyncIterable<Float32Array> {
  const { width, height, frames, framesPerSecond, camera } = video
  const { plates, ground } =
    inputPath === null ? await stageOfPrompt(video) : await stageOfImage(video, inputPath)
  const frame: Frame = { width, height, data: new Float32Array(width * height * 3) }
  for (let index = 0; index < frames; index += 1) {
    const pose = poseAt(camera, index / frames, frames / framesPerSecond)
    fill(frame.data, ground)
    layPlates(frame, plates, pose, index / framesPerSecond)
    yield frame.data
  }
}

/** One pixel, doubled until the frame is full. */
function fill(data: Float32Array, color: readonly number[]): void {
  data.set(color)
  for (let done = color.length; done < data.length; done *= 2)
    data.copyWithin(done, 0, Math.min(done, data.length - done))
}

interface Stage {
  readonly plates: readonly Plate[]
  /** Red, green and blue, 0 to 255. */
  readonly ground: readonly number[]
}

async function stageOfPrompt(video: VideoJob): Promise<Stage> {
  const { layers, defs, ground } = composeScene(video)
  return { plates: await renderPlates(layers, defs, video), ground: ground.map(encodePart) }
}

async function stageOfImage(video: VideoJob, path: string): Promise<Stage> {
  const { filter, strength } = video
  const box = outerBox(video)
  const image = await readPixels(path, box)
  const rgb = filter === null ? image : await redraw(image, box, filter, strength)
  const raw = { width: box.width, height: box.height, channels: 3 } as const
  const rgba = await sharp(rgb, { raw }).ensureAlpha().raw().toBuffer()
  const plate = plateOf(rgba, video, { nearness: IMAGE_NEARNESS })
  return { plates: [plate, ...(await fallingPlates(video))], ground: [0, 0, 0] }
}

async function fallingPlates(video: VideoJob): Promise<readonly Plate[]> {
  const random = createRandom(`weather ${video.prompt}`, video.seed)
  return await renderPlates(weatherLayers(readPrompt(video.prompt), random, video), createDefs(), video)
}

async function* redrawnFrames({ video, inputPath }: Task): AsyncIterable<Float32Array> {
  const { width, height, framesPerSecond, frames, camera, filter, strength } = video
  if (inputPath === null || filter === null) throw new Error('The video to redraw is gone.')
  const plates = await fallingPlates(video)
  const pose = poseAt(camera, 0, 0)
  let index = 0
  for await (const rgb of readFrames({ path: inputPath, width, height, framesPerSecond, frames })) {
    const frame: Frame = {
      width,
      height,
      data: Float32Array.from(await redraw(rgb, video, filter, strength)),
    }
    layPlates(frame, plates, pose, index / framesPerSecond)
    index += 1
    yield frame.data
  }
}
