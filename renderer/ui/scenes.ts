/** The service's media and scenes, in the order the page offers them. */
import type { MediaType, Scene } from '#contract/model.ts'

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
