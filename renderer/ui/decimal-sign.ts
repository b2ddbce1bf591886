/**
 * The decimal sign of a number that is typed: a point and a comma both stand for it, in every language.
 *
 * A number field takes no other sign than that of the reader's language: the other one would be left out, and 2.50 would be 250.
 * Number pads type a point in many countries that write a comma.
 */
import type { KeyboardEvent } from 'react'

const SIGN = /^[.,]$/

/** Types `own`, the sign of the reader's language, in the place of the other one. */
export function typeDecimalSign(event: KeyboardEvent, own: string): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (!SIGN.test(key) || key === own || ctrlKey || metaKey || altKey) return
  event.preventDefault()
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else types as a key does, so that the browser can undo it
  document.execCommand('insertText', false, own)
}
