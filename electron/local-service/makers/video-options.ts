/**
 * The options of a film: their JSON Schemas for the model listing, and their reading from a request.
 *
 * Owns names, ranges and defaults. What a production does with them is `film/`'s business.
 */
import { CAMERA_MOVES } from '../film/camera.ts'
import { LOOK_NAMES } from '../film/restyle/look.ts'
import { STYLE_NAMES } from '../paint/styles.ts'
import { defineOptions } from './options/define-options.ts'
import {
  choiceField,
  countField,
  durationField,
  flagField,
  mediaField,
  numberField,
  seedField,
  wholeNumberField,
} from './options/fields.ts'
import {
  aspectRatioField,
  resolutionField,
  sizeOf,
  type Resolution,
  type Size,
} from './options/picture-size.ts'

const MAX_SIDE = 1920
const MIN_SIDE = 64

const common = {
  seed: seedField(),
  count: countField('Films', 4),
  sound: flagField(
    { title: 'Sound', description: 'Sounds that fit what is seen; a given film keeps its own.' },
    true,
  ),
  strength: numberField(
    {
      title: 'Strength',
      description: 'How far to move away from a given picture or film, where it is redrawn.',
    },
    { minimum: 0, maximum: 1, standard: 0.85 },
  ),
}

const videoInput = mediaField(
  {
    title: 'Input film',
    description:
      'Video to video: data URI, base64, or an address on this service. MP4, MOV, WebM or Matroska of up to 30 s.',
  },
  { kind: 'video', maximum: 1 },
)

const film = {
  duration: durationField({ minimum: 1, maximum: 20, standard: 4 }),
  fps: wholeNumberField({ title: 'Frames a second' }, { minimum: 8, maximum: 60, standard: 24 }),
  resolution: resolutionField({
    named: {
      '240p': { shorter: 240 },
      '360p': { shorter: 360 },
      '480p': { shorter: 480 },
      '720p': { shorter: 720 },
      '1080p': { shorter: 1080 },
    },
    standard: '720p',
    minSide: MIN_SIDE,
    maxSide: MAX_SIDE,
  }),
  aspect_ratio: aspectRatioField('16:9'),
  camera: choiceField(
    {
      title: 'Camera',
      description: '"auto" follows the prompt ("pan left", "zoom in"), else chooses what suits.',
    },
    ['auto', ...CAMERA_MOVES],
  ),
  ...common,
  image_input: mediaField(
    {
      title: 'Input image',
      description: 'Image to video: data URI, base64, or an address on this service. The first one is used.',
    },
    { kind: 'image', maximum: 4 },
  ),
}

/** Of the models that draw films from words. */
export const FILM_OPTIONS = defineOptions({ ...film, video_input: videoInput })

/** Of the model that moves through a picture. */
export const LIVING_PICTURE_OPTIONS = defineOptions({
  ...film,
  style: choiceField({ title: 'Style', description: 'Redraws the picture first; "as it is" keeps it.' }, [
    'as it is',
    ...STYLE_NAMES,
  ]),
})

/** Of the model that redraws films. */
export const RESTYLED_FILM_OPTIONS = defineOptions({
  style: choiceField(
    { title: 'Style', description: '"auto" follows the prompt ("as a pencil drawing"), else paints.' },
    ['auto', ...LOOK_NAMES],
  ),
  ...common,
  video_input: videoInput,
})

/** A film's size, even on both sides as its encoding needs, and a sentence about it where that changed what was asked for. */
export function filmSize(
  resolution: Resolution,
  ratio: number,
): { readonly size: Size; readonly advice: readonly string[] } {
  const wanted = sizeOf(resolution, ratio, MAX_SIDE)
  const size = { width: toEven(wanted.width), height: toEven(wanted.height) }
  const isChanged = size.width !== wanted.width || size.height !== wanted.height
  const advice = `Made ${size.width}x${size.height}: H.264 films have even sides.`
  return { size, advice: isChanged ? [advice] : [] }
}

/** The size of a redrawn film: that of the given one, even, and no larger than any other film here. */
export function restyledSize({ width, height }: Size): Size {
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height))
  const even = (pixels: number): number => Math.max(16, toEven(pixels * shrink))
  return { width: even(width), height: even(height) }
}

function toEven(pixels: number): number {
  return 2 * Math.round(pixels / 2)
}
