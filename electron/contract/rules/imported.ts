/** What stands for the provider and the scene of a file that was made elsewhere, and for a model that nothing tells. */
export const IMPORTED = 'imported'
export const UNKNOWN_MODEL = 'unknown'
