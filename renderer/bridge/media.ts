/** Addresses of media, relative to the page's own origin on both hosts. */

export function mediaUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}`
}

export function thumbUrl(assetId: string): string {
  return `/media/${encodeURIComponent(assetId)}/thumb`
}

export function inputUrl(inputId: string): string {
  return `/inputs/${encodeURIComponent(inputId)}`
}
