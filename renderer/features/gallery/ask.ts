/** Which dialog the gallery opens, for which assets. */
export type Ask =
  | {
      readonly what: 'tags' | 'collect' | 'export' | 'compare' | 'deleteForGood'
      readonly ids: readonly string[]
    }
  | { readonly what: 'emptyTrash' | 'import' }

/** How many can be compared. */
export const FEWEST_COMPARED = 2
export const MOST_COMPARED = 4
