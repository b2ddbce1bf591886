/**
 * The threads' work for a video: its frames in strips, drawn or redrawn one by one, and the joining of strips and audio.
 *
 * Everything travels as files in the task's scratch folder, so that a video of any length needs the memory of one frame.
 */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { composeScene, LABEL, readFrame, redraw, FILTERS } from '../image/draw-image.ts'
import { createFrame, frameBytes, type Frame, outerBox } from '../image/scene.ts'
import { readPrompt } from '../image/read-prompt.ts'
import { encodePart } from '../image/color.ts'
import { poseAt } from './camera.ts'
import { createH264Encoder, toYuv } from './encode-h264.ts'
import { joinVideo } from './join-mp4.ts'
import { layPlate, plateOfImage, renderPlates, type Plate } from './plates.ts'
import type { DrawnVideo, Strip, RedrawnVideo } from './video-job.ts'
import { createWeather, type Weather } from './weather.ts'
import { keepShare } from '../image/filters/filter.ts'
import { readFrames } from './read-h264.ts'

type Report = (share: number) => void

/** A poster is a small image. */
const POSTER_SIDE = 960
/** How near an input image seems when the camera moves through it. */
const IMAGE_NEARNESS = 0.8

/** What a video is drawn from. */
interface Stage {
  readonly video: DrawnVideo
  readonly plates: readonly Plate[]
  readonly ground: readonly [number, number, number]
  readonly vignette: number
  readonly weather: Weather | null
}

/** Draws one strip to its file as H.264. `inputPath` is the image to start from, or null. */
export async function drawVideoStrip(
  job: Strip & { readonly video: DrawnVideo; readonly inputPath: string | null },
  report: Report,
): Promise<null> {
  sharp.concurrency(1)
  const { video, from, to, path } = job
  const stage = await openStage(video, job.inputPath)
  const encoder = await createH264Encoder(video, to - from)
  const frame = createFrame(video)
  const yuv = new Uint8Array(video.width * video.height * 1.5)
  for (let index = from; index < to; index += 1) {
    drawFrame(stage, frame, index / video.framesPerSecond)
    toYuv(frame, stage.vignette, yuv)
    encoder.add(yuv)
    if (index === job.posterFrame) await writePoster(frame, video, job.posterPath)
    report((index - from + 1) / (to - from))
  }
  await writeFile(path, encoder.finish())
  return null
}

/** Joins strips and audio to the video at `path`. Audio that an MP4 cannot hold is left out. */
export async function joinVideoParts(job: {
  readonly video: Pick<DrawnVideo, 'model' | 'prompt' | 'seed' | 'width' | 'height' | 'framesPerSecond'>
  readonly strips: readonly string[]
  readonly audio: string | null
  readonly path: string
}): Promise<{ readonly hasAudio: boolean }> {
  const { video, strips, audio, path } = job
  const { width, height, framesPerSecond } = video
  const title = video.prompt.slice(0, 120) || video.model
  const comment = `${LABEL} (${video.model}, seed ${video.seed})`
  return await joinVideo({ width, height, framesPerSecond, strips, audio, title, comment }, path)
}

async function openStage(video: DrawnVideo, inputPath: string | null): Promise<Stage> {
  const { prompt, seed, style } = video
  const { weather } = readPrompt(prompt)
  const falling = weather === 'rain' || weather === 'snow' ? createWeather(weather, seed) : null
  if (inputPath !== null || style === null) {
    if (inputPath === null) throw new Error('There is no image to move through.')
    const plate = plateOfImage(await inputImage(video, inputPath), video, IMAGE_NEARNESS)
    return { video, plates: [plate], ground: [0, 0, 0], vignette: 0.15, weather: falling }
  }
  const scene = composeScene({ style, prompt, seed, width: video.width, height: video.height })
  const [r, g, b] = scene.ground
  const ground = [encodePart(r), encodePart(g), encodePart(b)] as const
  return {
    video,
    plates: await renderPlates(scene, video),
    ground,
    vignette: scene.finish.vignette,
    weather: falling,
  }
}

/** The input image with its overscan, redrawn where a style is named. */
async function inputImage(video: DrawnVideo, path: string): Promise<Frame> {
  const { width, height } = outerBox(video)
  const image = await readFrame(path, { width, height })
  const { style, prompt, seed, strength } = video
  return style === null ? image : redraw({ style, prompt, seed, width, height }, image, strength)
}

function drawFrame({ video, plates, ground, weather }: Stage, frame: Frame, seconds: number): void {
  const pose = poseAt(video.camera, seconds / video.duration, video.duration)
  fillFrame(frame, ground)
  for (const plate of plates) layPlate(frame, plate, { pose, seconds })
  weather?.draw(frame, seconds)
}

/** One pixel, doubled until the frame is full. */
function fillFrame({ data }: Frame, color: readonly number[]): void {
  data.set(color)
  for (let filled = color.length; filled < data.length; filled *= 2)
    data.copyWithin(filled, 0, Math.min(filled, data.length - filled))
}

/** Writes `frame` as the poster of a video. */
export async function writePoster(
  frame: Frame,
  { width, height, model, seed }: Pick<DrawnVideo, 'width' | 'height' | 'model' | 'seed'>,
  path: string,
): Promise<void> {
  const labels = { Software: LABEL, ImageDescription: `${LABEL} (${model}, seed ${seed})` }
  await sharp(frameBytes(frame), { raw: { width, height, channels: 3 } })
    .resize({ width: POSTER_SIDE, height: POSTER_SIDE, fit: 'inside', withoutEnlargement: true })
    .withExif({ IFD0: labels })
    .jpeg({ quality: 84 })
    .toFile(path)
}

/** Frames between two key frames, so that a player can jump. */
const KEY_EVERY = 48

interface RedrawnStrip {
  /** May be fewer than asked for, at the end of the video; there is no file for 0. */
  readonly frames: number
}

/** Redraws one strip of the video in `inputPath` to its file as H.264. */
export async function redrawVideoStrip(
  job: Strip & { readonly video: RedrawnVideo; readonly inputPath: string },
  report: (share: number) => void,
): Promise<RedrawnStrip> {
  sharp.concurrency(1)
  const { video, inputPath, from, to, path } = job
  const { width, height, prompt, seed, framesPerSecond } = video
  const filter = FILTERS[video.filter]({ prompt, seed, width, height })
  const { weather } = readPrompt(prompt)
  const falling = weather === 'rain' || weather === 'snow' ? createWeather(weather, seed) : null
  const frame = createFrame(video)
  const yuv = new Uint8Array(width * height * 1.5)
  const encoder = await createH264Encoder(video, KEY_EVERY)
  let index = from
  for await (const rgb of readFrames({ path: inputPath, width, height, framesPerSecond }, from, to)) {
    const seconds = index / framesPerSecond
    frame.data.set(rgb)
    filter(frame, seconds)
    keepShare(frame, rgb, video.strength)
    falling?.draw(frame, seconds)
    toYuv(frame, 0, yuv)
    encoder.add(yuv)
    if (index === job.posterFrame) await writePoster(frame, video, job.posterPath)
    index += 1
    report((index - from) / (to - from))
  }
  if (index > from) await writeFile(path, encoder.finish())
  return { frames: index - from }
}
