/**
 * The lists of values that a library is filtered by and counted by, in the order of the gallery's side panel.
 *
 * A facet of its own is a name here, the column that it filters (core/library/search/columns.ts), what the column holds
 * (search-rows.ts) and a title in the page's catalogue.
 */
export const FACETS = ['types', 'tags', 'models', 'providers', 'scenes'] as const

export type Facet = (typeof FACETS)[number]
