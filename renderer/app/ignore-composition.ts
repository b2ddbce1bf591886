/**
 * Keys that belong to an input method: Enter that takes a suggestion of its, arrows that choose among them. They reach no field of ours and no
 * shortcut.
 *
 * The key that ends a composition comes after the end in Safari, with the code 229 that all of them have (UI Events, 6.3.1).
 */
const IN_COMPOSITION = 229

export function ignoreComposition(window: Window): void {
  const keep = (event: KeyboardEvent): void => {
    // oxlint-disable-next-line typescript/no-deprecated -- what stands in its place does not tell these keys apart
    if (event.isComposing || event.keyCode === IN_COMPOSITION) event.stopImmediatePropagation()
  }
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, keep, true)
}
