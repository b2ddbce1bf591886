/** Closes the dialogs that lie over a place, before a command from outside the page opens another one. */
import { OVER_THE_PLACE } from './use-keys.ts'

/** As Escape closes them: one that would lose words asks first. False where one stays. */
export async function leaveDialogs(): Promise<boolean> {
  // What was typed in a field counts once the field is left.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const open = openDialogs()
  const [top] = open
  if (top === undefined) return true
  top.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await nextFrame()
  const question = openDialogs().find((dialog) => !open.includes(dialog))
  if (question !== undefined) await closed(question)
  return isOpen(top) ? false : await leaveDialogs()
}

/** The topmost first. */
function openDialogs(): readonly Element[] {
  return [...document.querySelectorAll(OVER_THE_PLACE)].filter(isOpen).toReversed()
}

/** One that fades out is closed. */
function isOpen(dialog: Element): boolean {
  return dialog.isConnected && dialog.closest('[data-exiting]') === null
}

async function closed(dialog: Element): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const observer = new MutationObserver(() => !isOpen(dialog) && resolve())
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-exiting'] })
  await promise
  observer.disconnect()
  await nextFrame()
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame)
}
