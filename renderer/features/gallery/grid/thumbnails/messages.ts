/** What the grid and the thread that prepares its pictures tell each other. */

/** A picture to be fetched and cut to a cell; `key` is its name between the two. Sizes in device pixels. */
export interface ThumbnailJob {
  readonly key: number
  readonly address: string
  readonly width: number
  readonly height: number
}

export interface WorkerRequest {
  readonly wanted: readonly ThumbnailJob[]
  /** Keys of pictures that nobody waits for any more. */
  readonly dropped: readonly number[]
}

/** `bitmap` is null where there is no picture, or none that can be decoded. */
export interface ThumbnailReady {
  readonly key: number
  readonly bitmap: ImageBitmap | null
}

/** The part of a picture that fills a cell of another shape, as `object-fit: cover` does, and no larger than it is. */
export function coverOf(
  picture: { readonly width: number; readonly height: number },
  cell: { readonly width: number; readonly height: number },
) {
  const scale = Math.max(cell.width / picture.width, cell.height / picture.height)
  const [width, height] = [cell.width / scale, cell.height / scale]
  const shrink = Math.min(1, scale)
  return {
    x: (picture.width - width) / 2,
    y: (picture.height - height) / 2,
    width,
    height,
    targetWidth: Math.max(1, Math.round(width * shrink)),
    targetHeight: Math.max(1, Math.round(height * shrink)),
  }
}
