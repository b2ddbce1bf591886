/** Which parts of a prompt are its language, for the colours behind the text. */
import { findChoices, LIST, VARIABLE, WEIGHT } from './template.ts'

export interface Mark {
  readonly kind: 'text' | 'sign' | 'list' | 'variable'
  readonly text: string
  /** Of the list or the variable. */
  readonly name?: string
}

/** Longer texts are pasted, not composed: their marks would cost more than they show. */
const LONGEST_MARKED = 20_000

/** The whole text in parts, in order; joined they are the text again. */
export function marksOf(source: string): readonly Mark[] {
  if (source.length > LONGEST_MARKED) return [{ kind: 'text', text: source }]
  const choices = findChoices(source)
  const open: number[] = []
  const marks: Mark[] = []
  let text = ''
  let at = 0
  function put(mark: Mark): void {
    if (text !== '') marks.push({ kind: 'text', text })
    text = ''
    marks.push(mark)
    at += mark.text.length
  }
  while (at < source.length) {
    const sign = source[at] ?? ''
    const rest = source.slice(at, at + 110)
    const close = choices.get(at)
    if (sign === '\\') {
      text += source.slice(at, at + 2)
      at += 2
    } else if (close !== undefined) {
      open.push(close)
      put({ kind: 'sign', text: `{${WEIGHT.exec(rest.slice(1, 21))?.[0] ?? ''}` })
    } else if (open.at(-1) === at) {
      open.pop()
      put({ kind: 'sign', text: '}' })
    } else if (sign === '|' && open.length > 0) {
      put({ kind: 'sign', text: `|${WEIGHT.exec(rest.slice(1, 21))?.[0] ?? ''}` })
    } else {
      const list = sign === '_' ? LIST.exec(rest) : null
      const variable = sign === '[' ? VARIABLE.exec(rest) : null
      const found = list ?? variable
      if (found === null) {
        text += sign
        at += 1
      } else put({ kind: list === null ? 'variable' : 'list', text: found[0], name: found[1] ?? '' })
    }
  }
  if (text !== '') marks.push({ kind: 'text', text })
  return marks
}
