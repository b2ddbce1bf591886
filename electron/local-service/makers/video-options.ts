/**
 * The options of a video: their JSON Schemas for the model listing, and their reading from a request.
 *
 * Owns names, ranges and defaults. What is drawn with them is `video/`'s business.
 */
import { FILTER_NAMES } from '../image/filters/filter.ts'
import { STYLE_NAMES } from '../image/styles.ts'
import { CAMERA_MOVES } from '../video/camera.ts'
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
} from './options/image-size.ts'

const MAX_SIDE = 1920
const MIN_SIDE = 64

const common = {
  seed: seedField(),
  count: countField('Number of videos', 4),
  audio: flagField(
    { title: 'Audio', description: 'Audio that fits the prompt; an input video keeps its own.' },
    true,
  ),
  strength: numberField(
    {
      title: 'Strength',
      description: 'How far to move away from an input image or video, where it is redrawn.',
    },
    { minimum: 0, maximum: 1, standard: 0.85 },
  ),
}

const videoInput = mediaField(
  {
    title: 'Input video',
    description:
      'Video to video: data URI, base64, or an address on this service. MP4, MOV, WebM or Matroska of up to 30 s.',
  },
  { kind: 'video', maximum: 1 },
)

const drawn = {
  duration: durationField({ minimum: 1, maximum: 20, standard: 4 }),
  fps: wholeNumberField({ title: 'Frames per second' }, { minimum: 8, maximum: 60, standard: 24 }),
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
      description: '"auto" follows the prompt ("pan left", "zoom in"), otherwise the seed.',
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

/** Of the models that draw videos from words. */
export const VIDEO_OPTIONS = defineOptions({ ...drawn, video_input: videoInput })

/** Of the model that moves through an image. */
export const MOVED_IMAGE_OPTIONS = defineOptions({
  ...drawn,
  style: choiceField({ title: 'Style', description: 'Redraws the image first; "as it is" keeps it.' }, [
    'as it is',
    ...STYLE_NAMES,
  ]),
})

/** Of the model that redraws videos. */
export const REDRAWN_VIDEO_OPTIONS = defineOptions({
  style: choiceField(
    { title: 'Style', description: '"auto" follows the prompt ("as an ink drawing"), otherwise paints.' },
    ['auto', ...FILTER_NAMES],
  ),
  ...common,
  video_input: videoInput,
})

/** A video's size, even on both sides as its encoding needs, and a sentence about it where that changed what was asked for. */
export function videoSize(
  resolution: Resolution,
  ratio: number,
): { readonly size: Size; readonly advice: readonly string[] } {
  const wanted = sizeOf(resolution, ratio, MAX_SIDE)
  const size = { width: toEven(wanted.width), height: toEven(wanted.height) }
  const isChanged = size.width !== wanted.width || size.height !== wanted.height
  const advice = `Made ${size.width}x${size.height}: H.264 videos have even sides.`
  return { size, advice: isChanged ? [advice] : [] }
}

/** The size of a redrawn video: that of the input, even, and no larger than any other video here. */
export function redrawnSize({ width, height }: Size): Size {
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height))
  const even = (pixels: number): number => Math.max(16, toEven(pixels * shrink))
  return { width: even(width), height: even(height) }
}

function toEven(pixels: number): number {
  return 2 * Math.round(pixels / 2)
}
