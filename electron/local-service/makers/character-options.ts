/**
 * The options of a character: their JSON Schema for the model listing, and their reading from a request.
 *
 * Owns names, ranges and defaults. What they look like is `character/`'s business.
 */
import { PICTURE_NAMES, type PictureName } from '../character/character-job.ts'
import type { CharacterStyle } from '../character/draw/ink.ts'
import { defineOptions, type Field } from './options/define-options.ts'
import { choiceField, countField, mediaField, seedField, show } from './options/fields.ts'
import {
  aspectRatioField,
  MAX_PICTURE_SIDE,
  pictureResolutionField,
  sizeOf,
  type Size,
} from './options/picture-size.ts'

const MIN_SIDE = 128
const USUAL_VIEWS: readonly PictureName[] = ['sheet', 'portrait', 'palette']
/** Width to height of the pictures whose shape is not the caller's. */
const SHAPES: Readonly<Record<Exclude<PictureName, 'sheet'>, number>> = {
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
    resolution: pictureResolutionField(MIN_SIDE),
    count: countField('Characters', 4),
    seed: seedField(),
    output_format: choiceField({ title: 'File format' }, ['png', 'jpeg', 'webp']),
    image_input: mediaField(
      {
        title: 'Reference image',
        description:
          'The colours of its clothes are taken from this picture: a data URI, base64, or an address on this service.',
      },
      { kind: 'image', maximum: 1 },
    ),
  })
}

export type CharacterOptions = ReturnType<ReturnType<typeof characterOptions>['read']>['values']

/** Which pictures are drawn, each once, in the order in which they are wished for. */
function viewsField(): Field<readonly PictureName[]> {
  const names = PICTURE_NAMES.map((name) => `"${name}"`).join(', ')
  return {
    listed: {
      type: 'array',
      title: 'Pictures',
      description:
        'Which pictures are drawn: the sheet with all sides and moods, a portrait, the palette, or single sides.',
      items: { type: 'string', enum: PICTURE_NAMES },
      minItems: 1,
      uniqueItems: true,
      default: USUAL_VIEWS,
    },
    read(value = USUAL_VIEWS) {
      const list: readonly unknown[] = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
      const views = list.flatMap((entry) => PICTURE_NAMES.filter((name) => name === entry))
      if (views.length > 0 && views.length === list.length) return { ok: true, value: [...new Set(views)] }
      return { ok: false, fault: `must be a list of some of ${names}, not ${show(value)}.` }
    },
  }
}

/** The size of one of the pictures in whole pixels: the sheet's as asked for, the others' of the same area in their own shape. */
export function characterPictureSize(
  picture: PictureName,
  { resolution, aspect_ratio }: CharacterOptions,
): Size {
  const sheet = sizeOf(resolution, aspect_ratio ?? 1, MAX_PICTURE_SIDE)
  if (picture === 'sheet') return sheet
  const square = Math.sqrt(sheet.width * sheet.height) * (picture === 'palette' ? 0.6 : 1)
  return sizeOf({ square }, SHAPES[picture], MAX_PICTURE_SIDE)
}
