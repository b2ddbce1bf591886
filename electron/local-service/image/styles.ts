/**
 * The styles by name.
 */
import type { Scene, SceneRequest } from './scene.ts'
import { cityNight } from './styles/city-night.ts'
import { flowField } from './styles/flow-field.ts'
import { inkWash } from './styles/ink-wash.ts'
import { landscape } from './styles/landscape.ts'

export const STYLE_NAMES = [
  'painted-landscape',
  'flow-field',
  'geometric-poster',
  'ink-wash',
  'city-night',
] as const

export type StyleName = (typeof STYLE_NAMES)[number]

export const STYLES: Readonly<Record<StyleName, (request: SceneRequest) => Scene>> = {
  'painted-landscape': landscape,
  'flow-field': flowField,
  'geometric-poster': (request) => ({ ...landscape(request), filter: 'poster' }),
  'ink-wash': inkWash,
  'city-night': cityNight,
}
