/** Which scenes belong to a media type, and which take what as their input, in the order the page offers them. */
import {
  isMediaType,
  MEDIA_TYPES,
  type AssetKind,
  type MediaType,
  type Scene,
} from '#contract/rules/media.ts'

const SCENES_OF: Readonly<Record<MediaType, readonly Scene[]>> = {
  image: ['text-to-image', 'image-to-image'],
  video: ['text-to-video', 'image-to-video', 'video-to-video'],
  character: ['character-creation'],
  music: ['text-to-music'],
}

export function scenesOf(mediaType: MediaType): readonly Scene[] {
  return SCENES_OF[mediaType]
}

/** The media type that a word names; image where it names none. */
export function mediaTypeOf(word: string): MediaType {
  return isMediaType(word) ? word : 'image'
}

export function mediaTypeOfScene(scene: Scene): MediaType {
  return MEDIA_TYPES.find((mediaType) => SCENES_OF[mediaType].includes(scene)) ?? 'image'
}

/** A scene that starts from something. */
export type InputScene = Exclude<Scene, 'text-to-image'>

const INPUT_SCENES: Readonly<Record<AssetKind, readonly InputScene[]>> = {
  image: ['image-to-image', 'image-to-video', 'character-creation'],
  video: ['video-to-video'],
  audio: ['text-to-music', 'text-to-video'],
  text: [],
  model3d: [],
  other: [],
}

/** The scenes that assets of all these kinds can be inputs of. */
export function inputScenes(kinds: readonly AssetKind[]): readonly InputScene[] {
  const [first, ...others] = kinds.map((kind) => INPUT_SCENES[kind])
  return (first ?? []).filter((scene) => others.every((scenes) => scenes.includes(scene)))
}
