/** Addresses of media, relative to the page's own origin on both hosts. */

export function mediaUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}`
}

export function thumbUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}/thumb`
}

/** A film's frames side by side, once they have been made. */
export function scrubUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}/scrub`
}

/** A sound's peaks, once they have been made. */
export function peaksUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}/peaks`
}

export function inputUrl(inputId: string): string {
  return `/inputs/${encodeURIComponent(inputId)}`
}
