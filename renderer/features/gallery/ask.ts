/** What the gallery asks the user in a dialog of its own, about which assets. */
export type Ask =
  | {
      readonly what: 'tags' | 'collect' | 'export' | 'compare' | 'deleteForGood'
      readonly ids: readonly string[]
    }
  | { readonly what: 'emptyTrash' | 'import' }

/** How many can be looked at side by side. */
export const FEWEST_COMPARED = 2
export const MOST_COMPARED = 4
