/** Single frames of a video, as the browser shows them. */

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
