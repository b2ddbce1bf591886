/**
 * Reads JSON text into a tree that knows where everything stands.
 *
 * Owns positions. Text that is not valid yet gives what can be recognised of it, and its first mistake. Whether text is
 * valid is for `JSON.parse` to say. The editor's own parser would add 18 kB (compressed) to the page's
 * first view.
 */

/** `from` and `to` count UTF-16 units from the start of the text; `to` is behind the last. */
export interface Span {
  readonly from: number
  readonly to: number
}

export type JsonNode = Span &
  (
    | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
    | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
    | { readonly kind: 'string' | 'number' | 'boolean' | 'null' }
  )

/** One `"key": value`; `value` is null while nothing stands behind the colon. */
export interface JsonMember extends Span {
  readonly key: string
  readonly name: Span
  readonly value: JsonNode | null
}

export type SyntaxMistake =
  'quotes' | 'comma' | 'trailingComma' | 'colon' | 'end' | 'word' | 'number' | 'text' | 'other'

/** The first place that is not JSON. */
export interface JsonMistake extends Span {
  readonly mistake: SyntaxMistake
}

export interface JsonTree {
  readonly root: JsonNode | null
  readonly mistake: JsonMistake | null
}

/** A step into an object (its key) or an array (its place, from 0). */
export type OptionPath = readonly (string | number)[]

/** Deeper than any option lies; what stands below is taken as it is. */
const DEEPEST = 100
const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
/** The characters below U+0020: JSON forbids them in strings, and allows the other control characters. */
const FORBIDDEN = /[^\P{Cc}\u007F-\u009F]/u
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[\w$+.-]+/y
const PIECE = /"(?:[^"\\\n]|\\.)*"?|[^"]/y
const WORDS: Readonly<Record<string, 'boolean' | 'null'>> = {
  true: 'boolean',
  false: 'boolean',
  null: 'null',
}
const OTHER_QUOTES = /['‘’“”`]/

export function readTree(text: string): JsonTree {
  const reader = new Reader(text)
  const root = reader.value(0)
  reader.skipSpace()
  if (!reader.isAtEnd) reader.fail('other')
  return { root, mistake: reader.mistake }
}

/** The node at `path`, or null where nothing is there. Of a key that stands twice, the last counts, as in `JSON.parse`. */
export function nodeAt(root: JsonNode | null, path: OptionPath): JsonNode | null {
  let node = root
  for (const step of path) {
    if (node?.kind === 'object' && typeof step === 'string')
      node = membersOf(node, step).at(-1)?.value ?? null
    else if (node?.kind === 'array' && typeof step === 'number') node = node.items[step] ?? null
    else return null
  }
  return node
}

export function membersOf(
  node: Extract<JsonNode, { kind: 'object' }>,
  key: string | number,
): readonly JsonMember[] {
  return node.members.filter((member) => member.key === key)
}

class Reader {
  mistake: JsonMistake | null = null
  #at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length
  }

  get #next(): string {
    return this.#text.charAt(this.#at)
  }

  /** Only the first mistake counts: those behind it may come from it. */
  fail(mistake: SyntaxMistake): null {
    const word = matchAt(WORD, this.#text, this.#at)
    const to = this.isAtEnd ? this.#at : this.#at + Math.max(1, word.length)
    this.mistake ??= { from: this.#at, to, mistake: this.isAtEnd ? 'end' : mistake }
    return null
  }

  skipSpace(): void {
    this.#at += matchAt(SPACE, this.#text, this.#at).length
  }

  value(depth: number): JsonNode | null {
    this.skipSpace()
    if (this.#next === '{' || this.#next === '[') return this.#container(depth)
    if (this.#next === '"') return this.#scalar(stringAt(this.#text, this.#at), 'string', 'text')
    const number = matchAt(NUMBER, this.#text, this.#at)
    const word = matchAt(WORD, this.#text, this.#at)
    if (number !== '') {
      const node = this.#scalar(number, 'number', 'number')
      if (word.length > number.length) this.fail('number')
      return node
    }
    const kind = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined
    if (kind !== undefined) return this.#scalar(word, kind, 'word')
    if (OTHER_QUOTES.test(this.#next)) return this.fail('quotes')
    if (/^[+.\d-]/.test(word)) return this.fail('number')
    return this.fail(word === '' ? 'other' : 'word')
  }

  #scalar(
    found: string,
    kind: 'string' | 'number' | 'boolean' | 'null',
    mistake: SyntaxMistake,
  ): JsonNode | null {
    if (found === '') return this.fail(this.#isOpenToTheEnd() ? 'end' : mistake)
    const from = this.#at
    this.#at += found.length
    return { from, to: this.#at, kind }
  }

  /** A quote that nothing closes. */
  #isOpenToTheEnd(): boolean {
    return !/[^\\]"/.test(this.#text.slice(this.#at))
  }

  #container(depth: number): JsonNode {
    const from = this.#at
    const isObject = this.#next === '{'
    const close = isObject ? '}' : ']'
    const members: JsonMember[] = []
    const items: JsonNode[] = []
    this.#at += 1
    if (depth >= DEEPEST) this.#skipPart(true)
    this.skipSpace()
    let isBehindComma = false
    while (!this.isAtEnd && (this.#next !== close || isBehindComma)) {
      if (this.#next === '}' || this.#next === ']') {
        this.fail(isBehindComma ? 'trailingComma' : 'other')
        break
      }
      if (isObject) members.push(...this.#member(depth))
      else items.push(...[this.value(depth + 1)].filter((item) => item !== null))
      isBehindComma = this.#separator(close)
    }
    if (this.isAtEnd) this.fail('end')
    else if (this.#next === close) this.#at += 1
    const span = { from, to: this.#at }
    return isObject ? { ...span, kind: 'object', members } : { ...span, kind: 'array', items }
  }

  #member(depth: number): readonly JsonMember[] {
    const from = this.#at
    const quoted = stringAt(this.#text, from)
    if (quoted === '') {
      const isBare = /^[\w$-]+\s*:/.test(this.#text.slice(from, from + 200)) || OTHER_QUOTES.test(this.#next)
      this.fail(isBare ? 'quotes' : this.#next === '"' ? (this.#isOpenToTheEnd() ? 'end' : 'text') : 'other')
      return []
    }
    this.#at += quoted.length
    const name = { from, to: this.#at }
    this.skipSpace()
    const hasColon = this.#next === ':'
    if (hasColon) this.#at += 1
    else this.fail('colon')
    const value = hasColon ? this.value(depth + 1) : null
    return [{ from, to: value?.to ?? this.#at, key: String(JSON.parse(quoted)), name, value }]
  }

  /** Goes behind the comma, or to what closes. True behind a comma. What does not belong in between is skipped. */
  #separator(close: string): boolean {
    this.skipSpace()
    if (!this.isAtEnd && this.#next !== ',' && this.#next !== close) {
      this.fail(/["{[\w'-]/.test(this.#next) ? 'comma' : 'other')
      this.#skipPart(false)
    }
    if (this.#next !== ',') return false
    this.#at += 1
    this.skipSpace()
    return true
  }

  /** To the end of this part, or of everything in the container. */
  #skipPart(isWhole: boolean): void {
    let depth = 0
    while (!this.isAtEnd) {
      const isClosing = this.#next === '}' || this.#next === ']'
      if (depth === 0 && (isClosing || (this.#next === ',' && !isWhole))) return
      if (isClosing) depth -= 1
      if (this.#next === '{' || this.#next === '[') depth += 1
      this.#at += Math.max(1, matchAt(PIECE, this.#text, this.#at).length)
    }
  }
}

/** The string that starts there, with its quotes, or nothing. */
function stringAt(text: string, position: number): string {
  const found = matchAt(STRING, text, position)
  return FORBIDDEN.test(found) ? '' : found
}

function matchAt(pattern: RegExp, text: string, position: number): string {
  pattern.lastIndex = position
  return pattern.exec(text)?.[0] ?? ''
}
