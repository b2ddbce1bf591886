/** Addresses of media, relative to the page's own origin on both hosts. */

export function mediaUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}`
}

export function thumbUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}/thumb`
}

/** Frames of a video side by side, once they are made. */
export function scrubUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}/scrub`
}

/** Peaks of an audio file, once they are made. */
export function peaksUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}/peaks`
}

export function inputUrl(inputId: string): string {
  return `/inputs/${encodeURIComponent(inputId)}`
}
