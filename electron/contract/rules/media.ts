/** Media types, scenes and kinds of file. Source of the first two: Generation Service Public API, "Generation request". */
export const MEDIA_TYPES = ['image', 'video', 'character', 'music'] as const

export const SCENES = [
  'text-to-image',
  'image-to-image',
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'character-creation',
  'text-to-music',
] as const

export type MediaType = (typeof MEDIA_TYPES)[number]
export type Scene = (typeof SCENES)[number]

export function isMediaType(word: unknown): word is MediaType {
  return MEDIA_TYPES.some((mediaType) => mediaType === word)
}

export function isScene(word: unknown): word is Scene {
  return SCENES.some((scene) => scene === word)
}

export const ASSET_KINDS = ['image', 'video', 'audio', 'text', 'model3d', 'other'] as const

export type AssetKind = (typeof ASSET_KINDS)[number]

/** The types that the gallery divides assets into: the kinds of file, and characters apart from other images. */
export const ASSET_TYPES = [...ASSET_KINDS, 'character'] as const
type AssetType = (typeof ASSET_TYPES)[number]

export function assetTypeOf(asset: { readonly kind: AssetKind; readonly mediaType: string }): AssetType {
  return asset.mediaType === 'character' ? 'character' : asset.kind
}

/** The scene that is meant where a media type comes without one. */
export const DEFAULT_SCENES: Readonly<Record<MediaType, Scene>> = {
  image: 'text-to-image',
  video: 'text-to-video',
  character: 'character-creation',
  music: 'text-to-music',
}

/** The scene that inputs of these kinds make. */
export function sceneFor(mediaType: MediaType, kinds: readonly string[]): Scene {
  const hasImage = kinds.includes('image')
  if (mediaType === 'image' && hasImage) return 'image-to-image'
  if (mediaType === 'video' && kinds.includes('video')) return 'video-to-video'
  if (mediaType === 'video' && hasImage) return 'image-to-video'
  return DEFAULT_SCENES[mediaType]
}

/**
 * Previews that the page makes from media it decodes, and the host stores: the poster of a video, a strip of its frames, the
 * peaks of an audio file.
 */
export const PREVIEW_KINDS = ['poster', 'scrub', 'peaks'] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

/** Frames of equal width side by side in a strip, in the order of time, evenly over the video. */
export const SCRUB_FRAMES = 8

/** Bytes of an audio file's peaks: the loudest sample of each equal part of it, 0 silent to 255 full. */
export const PEAK_COUNT = 800

/** What a service calls the part that is painted again: the white or the black of a mask, or where it is see-through. */
export const MASK_PAINTS = ['white', 'black', 'clear'] as const

export type MaskPaint = (typeof MASK_PAINTS)[number]

/** The contract refuses a request with more inputs. */
export const MAX_REQUEST_INPUTS = 50
