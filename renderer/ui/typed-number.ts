/**
 * What is typed or pasted into a number field: a point and a comma both stand for the decimal sign, in every language.
 *
 * A number field takes no other sign than that of the reader's language: the other one would be left out, and 2.50 would be 250.
 * Number pads type a point in many countries that write a comma. Before three digits, as in 1,000, the other sign may as well be that of
 * the thousands: such a number is not taken, and the field says so.
 */
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ownNumber } from './own-number.ts'
import { useFormatter } from './text.ts'

const SIGN = /^[.,]$/
/** Where nothing stands before the sign but zeros, it is none of the thousands. */
const DOUBTFUL = /^\D?[1-9]\d{0,2}[.,]\d{3}$/

/** The one field's: `takes` says whether what stands in it counts, and `doubt` why it does not. */
export function useTypedNumber() {
  const { text, number } = useFormatter()
  /** The decimal sign of the reader's language. */
  const own = number(1.5).charAt(1)
  const ref = useRef<HTMLInputElement>(null)
  const typed = useRef({ value: '', isOther: false })
  const [doubt, setDoubt] = useState<string | null>(null)
  // No form is sent with what the field held before.
  useEffect(() => ref.current?.setCustomValidity(doubt ?? ''), [doubt])

  function takes(): boolean {
    const { value, isOther } = typed.current
    const isDoubtful = isOther && DOUBTFUL.test(value)
    setDoubt(isDoubtful ? text('field.doubt', meaningsOf(value, own)) : null)
    return !isDoubtful
  }
  function leave(): void {
    if (typed.current.isOther) takes()
    typed.current = { value: '', isOther: false }
  }
  function insert(written: string, isOther: boolean): void {
    typed.current.isOther ||= isOther
    if (written === '') return
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else types as a key does, so that the browser can undo it
    document.execCommand('insertText', false, written)
  }
  return {
    doubt,
    takes,
    inputProps: {
      ref,
      onKeyDown(event: KeyboardEvent): void {
        const { key, ctrlKey, metaKey, altKey } = event
        if (key === 'Enter') return leave()
        if (!SIGN.test(key) || key === own || ctrlKey || metaKey || altKey) return
        event.preventDefault()
        insert(own, true)
      },
      onPasteCapture(event: ClipboardEvent): void {
        event.preventDefault()
        // The field would read it by itself.
        event.stopPropagation()
        const pasted = ownNumber(event.clipboardData.getData('text/plain'), own)
        insert(pasted.text, pasted.isOther)
      },
      onInput({ currentTarget: { value } }: FormEvent<HTMLInputElement>): void {
        typed.current = { value, isOther: typed.current.isOther && value.includes(own) }
        setDoubt(null)
      },
      onBlur: leave,
    },
  }
}

function meaningsOf(value: string, own: string) {
  return { typed: value.replace(own, own === '.' ? ',' : '.'), whole: value.replace(own, ''), part: value }
}
