/** The filters by name. */
import type { CreateFilter, FilterName } from './filter.ts'
import { createInkFilter } from './ink.ts'
import { createPaintedFilter } from './painted.ts'
import { createPosterFilter } from './poster.ts'

export const FILTERS: Readonly<Record<FilterName, CreateFilter>> = {
  painted: createPaintedFilter,
  ink: createInkFilter,
  poster: createPosterFilter,
}
