/**
 * The options of an image: their JSON Schema for the model listing, and their reading from a request.
 *
 * Owns names, ranges and defaults. What a style does with them is `image/`'s business.
 */
import { invalidField, type Problem } from '../problem.ts'
import { defineOptions } from './options/define-options.ts'
import { choiceField, countField, mediaField, numberField, seedField } from './options/fields.ts'
import {
  aspectRatioField,
  MAX_IMAGE_SIDE,
  imageResolutionField,
  sizeOf,
  type Size,
} from './options/image-size.ts'

const MIN_SIDE = 64

export const IMAGE_OPTIONS = defineOptions({
  aspect_ratio: aspectRatioField('1:1'),
  resolution: imageResolutionField(MIN_SIDE),
  count: countField('Number of images', 8),
  seed: seedField(),
  output_format: choiceField({ title: 'Output format' }, ['png', 'jpeg', 'webp']),
  strength: numberField(
    { title: 'Strength', description: 'Image to image: how far to move away from the input image.' },
    { minimum: 0, maximum: 1, standard: 0.7 },
  ),
  image_input: mediaField(
    {
      title: 'Input image',
      description: 'Image to image: data URIs, base64, or addresses on this service. The first one is drawn.',
    },
    { kind: 'image', maximum: 4 },
  ),
})

export type ImageOptions = ReturnType<typeof IMAGE_OPTIONS.read>['values']

/** The image's size in whole pixels, at most 2048 a side. `inputRatio` counts where the request names no ratio. */
export function imageSize(options: ImageOptions, inputRatio: number | null): Size {
  return sizeOf(options.resolution, options.aspect_ratio ?? inputRatio ?? 1, MAX_IMAGE_SIDE)
}

/** The `Problem` for an image-to-image request without an input image. */
export function missingImageInput(): Problem {
  return invalidField('options.image_input', 'is missing: image-to-image needs an image to start from.')
}
