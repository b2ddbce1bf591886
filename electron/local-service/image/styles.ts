/** The styles by name. */
import { z } from 'zod'
import type { FilterName } from './filter.ts'
import type { Scene, SceneRequest } from './scene.ts'
import { cityNight } from './styles/city-night.ts'
import { inkWash } from './styles/ink-wash.ts'
import { paintedLandscape, posterLandscape } from './styles/landscape.ts'

export const STYLE_NAMES = ['painted-landscape', 'geometric-poster', 'ink-wash', 'city-night'] as const
export type StyleName = (typeof STYLE_NAMES)[number]

interface Style {
  readonly draw: (request: SceneRequest) => Scene
  readonly filter: FilterName
}

export const STYLES: Readonly<Record<StyleName, Style>> = {
  'painted-landscape': { draw: paintedLandscape, filter: 'painted' },
  'geometric-poster': { draw: posterLandscape, filter: 'poster' },
  'ink-wash': { draw: inkWash, filter: 'ink' },
  'city-night': { draw: cityNight, filter: 'poster' },
}

export const imageJobSchema = z
  .object({
    style: z.enum(STYLE_NAMES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    width: z.int(),
    height: z.int(),
    format: z.enum(['png', 'jpeg', 'webp']),
    /** 0 to 1: how far image-to-image moves away from its input. */
    strength: z.number(),
  })
  .readonly()

export type ImageJob = z.infer<typeof imageJobSchema>
