/** The styles by name. */
import { z } from 'zod'
import type { Scene, SceneRequest } from './scene.ts'
import { cityNight } from './styles/city-night.ts'
import { inkWash } from './styles/ink-wash.ts'
import { landscape } from './styles/landscape.ts'

export const STYLE_NAMES = ['painted-landscape', 'geometric-poster', 'ink-wash', 'city-night'] as const

export type StyleName = (typeof STYLE_NAMES)[number]

export const STYLES: Readonly<Record<StyleName, (request: SceneRequest) => Scene>> = {
  'painted-landscape': landscape,
  'geometric-poster': (request) => ({ ...landscape(request), filter: 'poster' }),
  'ink-wash': inkWash,
  'city-night': cityNight,
}

export const imageJobSchema = z
  .object({
    style: z.enum(STYLE_NAMES),
    prompt: z.string(),
    /** 0 to 2^32 - 1. The same job gives the same bytes. */
    seed: z.int(),
    /** In pixels. */
    width: z.int(),
    height: z.int(),
    format: z.enum(['png', 'jpeg', 'webp']),
    /** 0 to 1: how far image-to-image moves away from its input. */
    strength: z.number(),
  })
  .readonly()

export type ImageJob = z.infer<typeof imageJobSchema>
