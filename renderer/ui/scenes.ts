/** The service's media and scenes, in the order the page offers them. */
import type { AssetKind, MediaType, Scene } from '#contract/rules/media.ts'

export const MEDIA = ['image', 'video', 'character', 'music'] as const satisfies readonly MediaType[]

const SCENES_OF: Readonly<Record<MediaType, readonly Scene[]>> = {
  image: ['text-to-image', 'image-to-image'],
  video: ['text-to-video', 'image-to-video', 'video-to-video'],
  character: ['character-creation'],
  music: ['text-to-music'],
}

export function scenesOf(media: MediaType): readonly Scene[] {
  return SCENES_OF[media]
}

/** Whether a word is a media type of the service; services may respond with others. */
export function isMedium(word: string): word is MediaType {
  return MEDIA.some((media) => media === word)
}

/** Whether a word is a scene of the service; services may respond with others. */
export function isScene(word: string): word is Scene {
  return MEDIA.some((media) => SCENES_OF[media].some((scene) => scene === word))
}

/** The media type that a word names; image where it names none. */
export function mediumOf(word: string): MediaType {
  return MEDIA.find((media) => media === word) ?? 'image'
}

export function mediumOfScene(scene: Scene): MediaType {
  return MEDIA.find((media) => SCENES_OF[media].includes(scene)) ?? 'image'
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
