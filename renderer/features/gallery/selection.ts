/** What is selected in a grid, and how clicks and keys change it. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a Shift range starts. */
  readonly anchor: string | null
  /** The item that has the cursor. */
  readonly focused: string | null
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null, focused: null }

export interface SelectionKeys {
  readonly isRange: boolean
  readonly isToggle: boolean
}

/** The selection after `id` was chosen by click or by moving the cursor onto it. */
export function choose(
  selection: Selection,
  order: readonly string[],
  id: string,
  keys: SelectionKeys,
): Selection {
  if (keys.isRange && selection.anchor !== null) {
    const [from, to] = [order.indexOf(selection.anchor), order.indexOf(id)].toSorted((a, b) => a - b)
    if (from !== undefined && to !== undefined && from >= 0)
      return { ids: new Set(order.slice(from, to + 1)), anchor: selection.anchor, focused: id }
  }
  if (!keys.isToggle) return { ids: new Set([id]), anchor: id, focused: id }
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id, focused: id }
}

/** The selection without items that are no longer there; the cursor moves to the neighbour that took their place. */
export function forget(selection: Selection, order: readonly string[], gone: readonly string[]): Selection {
  const missing = new Set(gone)
  const kept = order.filter((id) => !missing.has(id))
  const at = selection.focused === null ? -1 : order.indexOf(selection.focused)
  const before = order.slice(0, Math.max(0, at)).filter((id) => !missing.has(id)).length
  const focused =
    selection.focused !== null && missing.has(selection.focused)
      ? (kept[Math.min(before, kept.length - 1)] ?? null)
      : selection.focused
  const ids = new Set([...selection.ids].filter((id) => !missing.has(id)))
  if (ids.size === 0 && focused !== null && selection.ids.size > 0) ids.add(focused)
  return { ids, anchor: focused, focused }
}
