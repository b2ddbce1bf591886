/** Reads a number that was written elsewhere, with the signs of any language. */

const SIGNS = /[.,]/g
/** As 1,000,000, and 10,00,000 in India. */
const GROUPED = /^\D?\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/

/** With `own` as its decimal sign; '' where its signs make no number. `isOther`: it came with the other one. */
export function ownNumber(pasted: string, own: string): { readonly text: string; readonly isOther: boolean } {
  const text = pasted.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3})/g, '')
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const sign = text.charAt(at)
  const isDecimal = at !== -1 && text.indexOf(sign) === at
  const whole = isDecimal ? text.slice(0, at) : text
  const isGrouped = GROUPED.test(whole)
  if (!isGrouped && /[.,]/.test(whole)) return { text: '', isOther: false }
  const digits = whole.replaceAll(SIGNS, '')
  if (!isDecimal) return { text: digits, isOther: false }
  return { text: digits + own + text.slice(at + 1), isOther: !isGrouped && sign !== own }
}
