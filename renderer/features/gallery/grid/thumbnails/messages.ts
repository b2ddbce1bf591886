/** Messages between the grid and its thumbnail worker. */

/** A thumbnail to fetch and crop to a cell. Sizes in device pixels. */
export interface ThumbnailJob {
  readonly key: number
  /** Of the asset. */
  readonly id: string
  readonly width: number
  readonly height: number
}

export interface WorkerRequest {
  readonly wanted: readonly ThumbnailJob[]
  /** Keys of thumbnails that are no longer needed. */
  readonly dropped: readonly number[]
}

/** `bitmap` is null where there is no image that can be decoded. */
export interface ThumbnailReady {
  readonly key: number
  readonly bitmap: ImageBitmap | null
}

/** The part of an image that fills a cell of another shape, as `object-fit: cover` does, never enlarged. */
export function coverOf(
  image: { readonly width: number; readonly height: number },
  cell: { readonly width: number; readonly height: number },
) {
  const scale = Math.max(cell.width / image.width, cell.height / image.height)
  const [width, height] = [cell.width / scale, cell.height / scale]
  const shrink = Math.min(1, scale)
  return {
    x: (image.width - width) / 2,
    y: (image.height - height) / 2,
    width,
    height,
    targetWidth: Math.max(1, Math.round(width * shrink)),
    targetHeight: Math.max(1, Math.round(height * shrink)),
  }
}
