/** Where the focus goes from a control that goes away as it is pressed. */

/** What the keys of a view work from, the topmost first: a view that fills the window, the cursor of a grid, its search. */
const HOMES = ['[data-window] [tabindex="-1"]', '[role="grid"] [tabindex="0"]', '[data-search]']

/**
 * Gives the focus to `next`, or to where the view begins, where nothing has it once the page is drawn again. Left to itself it falls to
 * the page, and the next Tab begins at its top.
 */
export function refocus(next: string | null = null): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const places = [next, ...HOMES].filter((place) => place !== null)
    places
      .map((place) => document.querySelector<HTMLElement>(place))
      .find((place) => place !== null)
      ?.focus()
  })
}
