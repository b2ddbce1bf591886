/**
 * The content types a host ever sends. What is not in these tables leaves as bytes to be saved, never to be shown.
 */

/** Types of the page's own files, by extension. */
const PAGE_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Media that a page may show. HTML and XML are not among them. */
const MEDIA_TYPES: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/tiff',
  'image/webp',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-matroska',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'model/gltf-binary',
])

/** The content type of one of the page's own files; null for a kind of file that a page does not have. */
export function pageContentType(extension: string): string | null {
  return Object.hasOwn(PAGE_TYPES, extension) ? (PAGE_TYPES[extension] ?? null) : null
}

/** The headers that tell a browser what a media file is, from the fixed table or as an anonymous download. */
export function mediaTypeHeaders(mimeType: string): Readonly<Record<string, string>> {
  const type = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'text/plain') return { 'content-type': 'text/plain; charset=utf-8' }
  if (MEDIA_TYPES.has(type)) return { 'content-type': type }
  return { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
}
