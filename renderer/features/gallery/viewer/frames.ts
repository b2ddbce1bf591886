/** Single frames of a video, as the browser shows them. */
import { mediaUrl } from '../../../bridge/media.ts'

/** A frame as a PNG, in the video's own size, and when it is shown. */
export interface VideoFrame {
  readonly image: Blob
  readonly timeSeconds: number
}

/** The frame in sight; null before there is one. */
export function frameOf(video: HTMLVideoElement, timeSeconds: number): Promise<VideoFrame | null> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: video.videoWidth,
    height: video.videoHeight,
  })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => {
    canvas.toBlob((image) => resolve(image && { image, timeSeconds }), 'image/png')
  })
}

/** null where the video cannot be played here. */
export async function lastFrameOf(assetId: string): Promise<VideoFrame | null> {
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto' })
  try {
    const ready = happens(video, 'loadeddata')
    video.src = mediaUrl(assetId)
    await ready
    // Behind the last frame nothing is shown: browsers stay at it.
    const sought = happens(video, 'seeked')
    video.currentTime = video.duration
    await sought
    return await frameOf(video, video.currentTime)
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

function happens(video: HTMLVideoElement, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    video.addEventListener(name, resolve, { once: true })
    video.addEventListener('error', () => reject(new Error('The video cannot be played.')), { once: true })
  })
}
