/** Makes previews with the browser's decoders: frames of a video with a canvas, peaks of an audio file with Web Audio. */
import { PEAK_COUNT, SCRUB_FRAMES } from '#contract/rules/media.ts'
import { mediaUrl } from './media.ts'

const POSTER_SIDE = 384
const SCRUB_HEIGHT = 160
/** The first frame is often black. */
const POSTER_AT = 0.1
const IMAGE_TYPE = 'image/webp'
const IMAGE_QUALITY = 0.8
/** Web Audio decodes a whole file into memory: a larger file has no peaks. */
const MAX_AUDIO_BYTES = 60_000_000
const MAX_STEP_MS = 15_000

/** The poster and the frame strip of a video. Rejects when the browser cannot decode it. */
export async function decodeVideo(assetId: string): Promise<{ readonly poster: Blob; readonly scrub: Blob }> {
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  video.src = mediaUrl(assetId)
  try {
    await once(video, 'loadeddata')
    const length = Number.isFinite(video.duration) ? video.duration : 0
    await seek(video, length * POSTER_AT)
    const scale = Math.min(1, POSTER_SIDE / Math.max(video.videoWidth, video.videoHeight))
    const poster = canvasOf(video.videoWidth * scale, video.videoHeight * scale)
    draw(poster, video, { index: 0, of: 1 })
    const height = Math.min(SCRUB_HEIGHT, video.videoHeight)
    const width = Math.min((height * video.videoWidth) / video.videoHeight, 2 * SCRUB_HEIGHT)
    const strip = canvasOf(Math.round(width) * SCRUB_FRAMES, height)
    for (let index = 0; index < SCRUB_FRAMES; index++) {
      await seek(video, (length * (index + 0.5)) / SCRUB_FRAMES)
      draw(strip, video, { index, of: SCRUB_FRAMES })
    }
    return { poster: await blobOf(poster), scrub: await blobOf(strip) }
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

/** The loudest sample of each of 800 equal parts, 0 to 255. Rejects when the browser cannot decode it. */
export async function decodePeaks(assetId: string, sizeBytes: number): Promise<Blob> {
  if (sizeBytes > MAX_AUDIO_BYTES) throw new Error('The audio is too long to be decoded at once.')
  const response = await fetch(mediaUrl(assetId))
  if (!response.ok) throw new Error(`The audio cannot be read (${response.status}).`)
  const audio = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await response.arrayBuffer())
  const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index))
  return new Blob([peaksOf(channels)], { type: 'application/octet-stream' })
}

function peaksOf(channels: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const peaks = new Uint8Array(PEAK_COUNT)
  const length = channels[0]?.length ?? 0
  for (let part = 0; part < PEAK_COUNT; part++) {
    const end = Math.floor(((part + 1) * length) / PEAK_COUNT)
    let loudest = 0
    for (const samples of channels) {
      for (let at = Math.floor((part * length) / PEAK_COUNT); at < end; at++) {
        loudest = Math.max(loudest, Math.abs(samples[at] ?? 0))
      }
    }
    peaks[part] = Math.min(255, Math.round(loudest * 255))
  }
  return peaks
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  return canvas
}

/** Draws the current frame into one of the canvas's parts of equal width. */
function draw(
  canvas: HTMLCanvasElement,
  video: HTMLVideoElement,
  place: { readonly index: number; readonly of: number },
): void {
  const width = canvas.width / place.of
  canvas.getContext('2d')?.drawImage(video, place.index * width, 0, width, canvas.height)
}

async function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const { promise, resolve } = Promise.withResolvers<Blob | null>()
  canvas.toBlob(resolve, IMAGE_TYPE, IMAGE_QUALITY)
  const blob = await promise
  if (blob === null) throw new Error('The browser could not encode the image.')
  return blob
}

async function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  if (Math.abs(video.currentTime - seconds) < 0.001) return
  const done = once(video, 'seeked')
  video.currentTime = seconds
  await done
}

async function once(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`The video did not load (${event}).`)), MAX_STEP_MS)
  const fail = (): void => reject(new Error('The browser cannot decode this video.'))
  video.addEventListener(event, () => resolve(), { once: true })
  video.addEventListener('error', fail, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    video.removeEventListener('error', fail)
  }
}
