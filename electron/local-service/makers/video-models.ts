/**
 * The film models of Sample studio, in the order they are listed. The first is the default.
 *
 * Owns their names and words, and which way of making each scene of a model is; the making itself is in `film/`.
 */
import type { ProductionName } from '../film/film-job.ts'
import type { LookName } from '../film/restyle/look.ts'
import type { StyleName } from '../paint/styles.ts'
import type { ListedModel } from './maker.ts'
import { SAMPLE_PROVIDER } from './sample-studio.ts'
import { FILM_OPTIONS, LIVING_PICTURE_OPTIONS, RESTYLED_FILM_OPTIONS } from './video-options.ts'

export interface VideoModel {
  readonly model: string
  readonly label: string
  readonly description: string
  /** How words alone become a film; null when they do not. */
  readonly fromText: ProductionName | null
  /** How a picture becomes one, and the style it is redrawn in first ("own": the request's choice). */
  readonly fromImage: { readonly production: ProductionName; readonly style: StyleName | 'own' } | null
  /** How a film is redrawn ("own": the request's choice or words). */
  readonly fromFilm: LookName | 'own' | null
  readonly options: Readonly<Record<string, unknown>>
}

export const VIDEO_MODELS: readonly VideoModel[] = [
  {
    model: 'drifting-landscape',
    label: 'Drifting landscape',
    description:
      'A painted landscape in depth: clouds, water, trees and weather move, and the camera with them. Knows seasons, times of day, storms and a few subjects.',
    fromText: 'landscape',
    fromImage: { production: 'picture', style: 'painted-landscape' },
    fromFilm: 'painted',
    options: FILM_OPTIONS.schema,
  },
  {
    model: 'city-night-film',
    label: 'City at night',
    description: 'A skyline after dark: windows go on and off, cars pass, and wet ground mirrors it all.',
    fromText: 'city',
    fromImage: { production: 'picture', style: 'city-night' },
    fromFilm: 'night',
    options: FILM_OPTIONS.schema,
  },
  {
    model: 'flow-field-film',
    label: 'Flow field in motion',
    description: 'Light running along thousands of ribbons, with a quiet chord.',
    fromText: 'flow',
    fromImage: { production: 'flow', style: 'flow-field' },
    fromFilm: null,
    options: FILM_OPTIONS.schema,
  },
  {
    model: 'ink-mist-film',
    label: 'Ink and mist',
    description: 'An ink painting that spreads on its paper, with mist moving through the mountains.',
    fromText: 'ink',
    fromImage: { production: 'ink', style: 'ink-wash' },
    fromFilm: 'ink',
    options: FILM_OPTIONS.schema,
  },
  {
    model: 'stained-glass-film',
    label: 'Stained glass in the sun',
    description: 'A window of stained glass; the sun moves behind it from pane to pane.',
    fromText: 'glass',
    fromImage: { production: 'glass', style: 'stained-glass' },
    fromFilm: null,
    options: FILM_OPTIONS.schema,
  },
  {
    model: 'poster-film',
    label: 'Poster in print',
    description: 'A poster that is printed ink by ink before one’s eyes.',
    fromText: 'poster',
    fromImage: { production: 'poster', style: 'geometric-poster' },
    fromFilm: 'poster',
    options: FILM_OPTIONS.schema,
  },
  {
    model: 'living-picture',
    label: 'Living picture',
    description:
      'Moves through a picture in depth and brings it weather, light and water. Keeps the picture as it is unless a style is named.',
    fromText: null,
    fromImage: { production: 'picture', style: 'own' },
    fromFilm: null,
    options: LIVING_PICTURE_OPTIONS.schema,
  },
  {
    model: 'restyled-film',
    label: 'Restyled film',
    description:
      'Redraws every frame of a film as a painting, ink, pencil, a poster or night. Keeps length, speed and sound. Needs ffmpeg or node-av on the machine.',
    fromText: null,
    fromImage: null,
    fromFilm: 'own',
    options: RESTYLED_FILM_OPTIONS.schema,
  },
]

/** The models as they are listed. */
export const LISTED_VIDEO_MODELS: readonly ListedModel[] = VIDEO_MODELS.map(
  ({ model, label, description, fromText, fromImage, fromFilm, options }) => ({
    provider: SAMPLE_PROVIDER,
    mediaType: 'video',
    model,
    label,
    description,
    scenes: [
      ...(fromText === null ? [] : ['text-to-video']),
      ...(fromImage === null ? [] : ['image-to-video']),
      ...(fromFilm === null ? [] : ['video-to-video']),
    ],
    options,
  }),
)
