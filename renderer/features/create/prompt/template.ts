/**
 * The language of prompt templates, read into a tree.
 *
 * `{red|green}` alternatives, `{2::red|green}` with weights, `__animals__` an entry of a list, `[[subject]]` a variable. They nest.
 * A backslash takes the meaning from the sign behind it. Braces without a bar between them are plain text, so that a prompt
 * may be JSON.
 */

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'choice'; readonly options: readonly TemplateOption[] }
  | { readonly kind: 'list'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }

export interface TemplateOption {
  /** How often it is picked beside the others: 1 where none is given, never below 0. */
  readonly weight: number
  readonly nodes: readonly TemplateNode[]
}

export interface Template {
  readonly nodes: readonly TemplateNode[]
  /** Names in the order of their first use. */
  readonly lists: readonly string[]
  readonly variables: readonly string[]
  /** Whether it is anything but plain text. */
  readonly isPlain: boolean
}

/** Deeper nesting is plain text: nobody writes it, and a pasted text must not exhaust the stack. */
const DEEPEST = 12
const WEIGHT = /^\s*(\d{1,6}(?:\.\d{1,6})?)::/
export const LIST = /^__([\p{L}\p{N}](?:[\p{L}\p{N}/-]|_(?!_)){0,99})__/u
const VARIABLE = /^\[\[\s*([\p{L}\p{N}][\p{L}\p{N} _-]{0,99}?)\s*\]\]/u
const ESCAPED = /^\\([\\{}|[\]_])/

/** Never fails: what is not written as the language wants it is plain text. */
export function parseTemplate(source: string): Template {
  const reader = new Reader(source)
  const nodes = reader.readNodes(0, false)
  return {
    nodes,
    lists: Array.from(reader.lists),
    variables: Array.from(reader.variables),
    isPlain: nodes.every(({ kind }) => kind === 'text'),
  }
}

/** Where each opening brace has its closing one, if there is a bar of its own between them: found in one pass. */
function findChoices(source: string): ReadonlyMap<number, number> {
  const choices = new Map<number, number>()
  const open: { readonly at: number; hasBar: boolean }[] = []
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]
    const inner = open.at(-1)
    if (sign === '\\') at++
    else if (sign === '{') open.push({ at, hasBar: false })
    else if (sign === '|' && inner) inner.hasBar = true
    else if (sign === '}' && inner) {
      open.pop()
      if (inner.hasBar && open.length < DEEPEST) choices.set(inner.at, at)
    }
  }
  return choices
}

class Reader {
  readonly lists = new Set<string>()
  readonly variables = new Set<string>()
  readonly #source: string
  readonly #choices: ReadonlyMap<number, number>
  #at = 0

  constructor(source: string) {
    this.#source = source
    this.#choices = findChoices(source)
  }

  /** Reads until the end, or until a bar or brace that belongs to the choice around it. */
  readNodes(end: number, isInChoice: boolean): readonly TemplateNode[] {
    const nodes: TemplateNode[] = []
    let text = ''
    const flush = (): void => {
      if (text !== '') nodes.push({ kind: 'text', text })
      text = ''
    }
    const stop = isInChoice ? end : this.#source.length
    while (this.#at < stop && !(isInChoice && this.#source[this.#at] === '|')) {
      const node = this.#readSpecial()
      if (node === null) text += this.#readPlain()
      else {
        flush()
        nodes.push(node)
      }
    }
    flush()
    return nodes
  }

  #readSpecial(): TemplateNode | null {
    const close = this.#choices.get(this.#at)
    if (close !== undefined) return this.#readChoice(close)
    const sign = this.#source[this.#at]
    if (sign === '_') return this.#readName(LIST, 'list', this.lists)
    if (sign === '[') return this.#readName(VARIABLE, 'variable', this.variables)
    return null
  }

  #readChoice(close: number): TemplateNode {
    const options: TemplateOption[] = []
    do {
      this.#at++
      const weight = WEIGHT.exec(this.#source.slice(this.#at, Math.min(close, this.#at + 20)))
      this.#at += weight?.[0].length ?? 0
      options.push({ weight: Number(weight?.[1] ?? 1), nodes: this.readNodes(close, true) })
    } while (this.#at < close)
    this.#at = close + 1
    return { kind: 'choice', options }
  }

  #readName(pattern: RegExp, kind: 'list' | 'variable', names: Set<string>): TemplateNode | null {
    const match = pattern.exec(this.#source.slice(this.#at, this.#at + 110))
    if (match === null) return null
    const name = match[1] ?? ''
    names.add(name)
    this.#at += match[0].length
    return { kind, name }
  }

  #readPlain(): string {
    const escaped = ESCAPED.exec(this.#source.slice(this.#at, this.#at + 2))
    const plain = escaped?.[1] ?? this.#source[this.#at] ?? ''
    this.#at += escaped?.[0].length ?? 1
    return plain
  }
}

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

export function plainPrompt(prompt: string): string {
  const { nodes, isPlain } = parseTemplate(prompt)
  const read = nodes.map((node) => (node.kind === 'text' ? node.text : '')).join('')
  return isPlain && read === prompt ? prompt : prompt.replace(/[\\{}|[\]_]/g, String.raw`\$&`)
}
