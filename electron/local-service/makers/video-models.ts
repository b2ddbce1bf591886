/**
 * The video models of Sample studio, in the order they are listed. The first is the default.
 *
 * Owns their names and words, and what each scene of a model is drawn with; the drawing itself is in `video/`.
 */
import type { FilterName } from '../image/filters/filter.ts'
import type { StyleName } from '../image/styles.ts'
import type { ListedModel } from './maker.ts'
import { SAMPLE_PROVIDER } from './sample-studio.ts'
import { MOVED_IMAGE_OPTIONS, REDRAWN_VIDEO_OPTIONS, VIDEO_OPTIONS } from './video-options.ts'

export interface VideoModel {
  readonly model: string
  readonly label: string
  readonly description: string
  /** Draws videos from words and redraws input images; "own" takes the request's choice and needs an image. */
  readonly style: StyleName | 'own' | null
  /** How input videos are redrawn ("own": the request's choice or words); null when they are not. */
  readonly filter: FilterName | 'own' | null
  readonly options: Readonly<Record<string, unknown>>
}

export const VIDEO_MODELS: readonly VideoModel[] = [
  {
    model: 'drifting-landscape',
    label: 'Drifting landscape',
    description:
      'A landscape in depth: clouds, water and weather move, and the camera with them. Knows seasons, times of day and a few subjects.',
    style: 'painted-landscape',
    filter: 'painted',
    options: VIDEO_OPTIONS.schema,
  },
  {
    model: 'city-night-film',
    label: 'City at night',
    description: 'A skyline after dark, in depth, mirrored by wet ground.',
    style: 'city-night',
    filter: 'night',
    options: VIDEO_OPTIONS.schema,
  },
  {
    model: 'flow-field-film',
    label: 'Flow field in motion',
    description: 'Light running along hundreds of ribbons.',
    style: 'flow-field',
    filter: null,
    options: VIDEO_OPTIONS.schema,
  },
  {
    model: 'ink-mist-film',
    label: 'Ink and mist',
    description: 'An ink painting that spreads on its paper.',
    style: 'ink-wash',
    filter: 'ink',
    options: VIDEO_OPTIONS.schema,
  },
  {
    model: 'poster-film',
    label: 'Poster in print',
    description: 'A poster that is printed ink by ink.',
    style: 'geometric-poster',
    filter: 'poster',
    options: VIDEO_OPTIONS.schema,
  },
  {
    model: 'living-picture',
    label: 'Living image',
    description:
      'Moves the camera through an image and lets rain or snow fall in it. Keeps the image as it is unless a style is named.',
    style: 'own',
    filter: null,
    options: MOVED_IMAGE_OPTIONS.schema,
  },
  {
    model: 'restyled-film',
    label: 'Restyled video',
    description:
      'Redraws every frame of a video as a painting, ink, a poster or night. Keeps length, speed and audio. Reads H.264 videos of the baseline profile, such as those made here.',
    style: null,
    filter: 'own',
    options: REDRAWN_VIDEO_OPTIONS.schema,
  },
]

/** The models as they are listed. */
export const LISTED_VIDEO_MODELS: readonly ListedModel[] = VIDEO_MODELS.map(
  ({ model, label, description, style, filter, options }) => ({
    provider: SAMPLE_PROVIDER,
    mediaType: 'video',
    model,
    label,
    description,
    scenes: [
      ...(style === null || style === 'own' ? [] : ['text-to-video']),
      ...(style === null ? [] : ['image-to-video']),
      ...(filter === null ? [] : ['video-to-video']),
    ],
    options,
  }),
)
