/**
 * Many thumbnails in one response: a request costs more than its thumbnail.
 *
 * `GET /thumbnails/<id>,<id>,…` takes up to `MAX_THUMBNAILS` ids of assets, and answers each when it is there: its place among
 * the ids and its length in bytes, both as 4 bytes, little-endian, and then the image. The length is 0 where there is none.
 */
export const MAX_THUMBNAILS = 32

const HEAD_BYTES = 8

export function thumbnailsUrl(ids: readonly string[]): string {
  return `/thumbnails/${ids.join(',')}`
}

export function thumbnailPart(place: number, image: Uint8Array): Uint8Array<ArrayBuffer> {
  const part = new Uint8Array(HEAD_BYTES + image.length)
  const head = new DataView(part.buffer)
  head.setUint32(0, place, true)
  head.setUint32(4, image.length, true)
  part.set(image, HEAD_BYTES)
  return part
}

/** Takes the response in pieces of any size, and calls `take` for each of its parts. */
export function createThumbnailSplitter(
  take: (place: number, image: Uint8Array<ArrayBuffer>) => void,
): (chunk: Uint8Array) => void {
  let rest = new Uint8Array()
  return (chunk) => {
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    const view = new DataView(bytes.buffer)
    let at = 0
    while (at + HEAD_BYTES <= bytes.length) {
      const end = at + HEAD_BYTES + view.getUint32(at + 4, true)
      if (end > bytes.length) break
      take(view.getUint32(at, true), bytes.subarray(at + HEAD_BYTES, end))
      at = end
    }
    rest = bytes.subarray(at)
  }
}
