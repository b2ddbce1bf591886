/**
 * Which code draws which style.
 */
import type { Style, StyleName } from './styles.ts'
import { cityNight } from './styles/city-night.ts'
import { flowField } from './styles/flow-field.ts'
import { geometricPoster } from './styles/geometric-poster.ts'
import { inkWash } from './styles/ink-wash.ts'
import { paintedLandscape } from './styles/painted-landscape.ts'
import { stainedGlass } from './styles/stained-glass.ts'

export const STYLES: Readonly<Record<StyleName, Style>> = {
  'painted-landscape': paintedLandscape,
  'flow-field': flowField,
  'geometric-poster': geometricPoster,
  'stained-glass': stainedGlass,
  'ink-wash': inkWash,
  'city-night': cityNight,
}
