/** The model in the form or on an axis of a matrix. */
export interface ChosenModel {
  readonly provider: string
  readonly id: string
  /** Typed by hand or filled in: it stays although the listing does not know it. */
  readonly isTyped: boolean
}

/** Whether what was read from a disk is one. */
export function isChosenModel(value: unknown): value is ChosenModel {
  if (typeof value !== 'object' || value === null) return false
  const { provider, id, isTyped } = value as Partial<ChosenModel>
  return typeof provider === 'string' && typeof id === 'string' && typeof isTyped === 'boolean'
}
