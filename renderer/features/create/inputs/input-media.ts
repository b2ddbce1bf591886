/** Which reference media the forms speak of first. A suggestion: whatever is dropped is tried. */
import type { InputMedia } from '#contract/inputs.ts'
import type { MediaType } from '#contract/rules/media.ts'

const USUAL: Readonly<Record<MediaType, readonly InputMedia['kind'][]>> = {
  image: ['image'],
  video: ['image', 'video', 'audio'],
  character: ['image'],
  music: ['audio', 'image', 'video'],
}

/** MIME types for the system's dialog that chooses files. */
export function acceptedTypes(media: MediaType): readonly string[] {
  return USUAL[media].map((kind) => `${kind}/*`)
}
