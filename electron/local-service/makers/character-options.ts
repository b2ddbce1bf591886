/**
 * The options of a character: their JSON Schema for the model listing, and their reading from a request.
 *
 * Owns names, ranges and defaults. What they look like is `character/`'s business.
 */
import { CHARACTER_IMAGES, type CharacterImage, type CharacterStyle } from '../character/character-job.ts'
import { defineOptions, type Field } from './options/define-options.ts'
import { choiceField, countField, mediaField, seedField, show } from './options/fields.ts'
import {
  aspectRatioField,
  MAX_IMAGE_SIDE,
  imageResolutionField,
  sizeOf,
  type Size,
} from './options/image-size.ts'

const MIN_SIDE = 128
const USUAL_VIEWS: readonly CharacterImage[] = ['sheet', 'portrait', 'palette']
/** Width to height of the images whose shape is not the caller's. */
const SHAPES: Readonly<Record<Exclude<CharacterImage, 'sheet'>, number>> = {
  portrait: 4 / 5,
  palette: 16 / 5,
  front: 3 / 4,
  'three-quarter': 3 / 4,
  back: 3 / 4,
}

/** The options of a model that draws in the first of `styles` unless the request says another. */
export function characterOptions(styles: readonly [CharacterStyle, ...CharacterStyle[]]) {
  return defineOptions({
    views: viewsField(),
    style: choiceField({ title: 'Style', description: 'How it is drawn.' }, styles),
    aspect_ratio: aspectRatioField('1:1'),
    resolution: imageResolutionField(MIN_SIDE),
    count: countField('Number of characters', 4),
    seed: seedField(),
    output_format: choiceField({ title: 'Output format' }, ['png', 'jpeg', 'webp']),
    image_input: mediaField(
      {
        title: 'Reference image',
        description:
          'The colours of its clothes are taken from this image: a data URI, base64, or an address on this service.',
      },
      { kind: 'image', maximum: 1 },
    ),
  })
}

export type CharacterOptions = ReturnType<ReturnType<typeof characterOptions>['read']>['values']

/** Which images are drawn, each once, in the order in which they are wished for. */
function viewsField(): Field<readonly CharacterImage[]> {
  const names = CHARACTER_IMAGES.map((name) => `"${name}"`).join(', ')
  return {
    listed: {
      type: 'array',
      title: 'Images',
      description:
        'Which images are drawn: the sheet with all sides and moods, a portrait, the palette, or single sides.',
      items: { type: 'string', enum: CHARACTER_IMAGES },
      minItems: 1,
      uniqueItems: true,
      default: USUAL_VIEWS,
    },
    read(value = USUAL_VIEWS) {
      const list: readonly unknown[] = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
      const views = list.flatMap((entry) => CHARACTER_IMAGES.filter((name) => name === entry))
      if (views.length > 0 && views.length === list.length) return { ok: true, value: [...new Set(views)] }
      return { ok: false, fault: `must be a list of some of ${names}, not ${show(value)}.` }
    },
  }
}

/** The size of one of the images in whole pixels: the sheet's as asked for, the others' of the same area in their own shape. */
export function characterImageSize(
  image: CharacterImage,
  { resolution, aspect_ratio }: CharacterOptions,
): Size {
  const sheet = sizeOf(resolution, aspect_ratio ?? 1, MAX_IMAGE_SIDE)
  if (image === 'sheet') return sheet
  const square = Math.sqrt(sheet.width * sheet.height) * (image === 'palette' ? 0.6 : 1)
  return sizeOf({ square }, SHAPES[image], MAX_IMAGE_SIDE)
}
