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
/** No sign of the language is longer, in characters. */
const MAX_SIGN = 110
/** Runs of it are taken at once. */
const PLAIN = /[^\\{}|[_]+/y
const WEIGHT = /^\s*(\d{1,6}(?:\.\d{1,6})?)::/
export const LIST = /^__([\p{L}\p{N}](?:[\p{L}\p{N}/-]|_(?!_)){0,99})__/u
const VARIABLE = /^\[\[\s*([\p{L}\p{N}][\p{L}\p{N} _-]{0,99}?)\s*\]\]/u
const ESCAPED = /^\\([\\{}|[\]_])/

/** Never fails: what is not written as the language wants it is plain text. */
export function parseTemplate(source: string): Template {
  const tokens = tokensOf(source)
  const named = (kind: Token['kind']): readonly string[] =>
    Array.from(new Set(tokens.flatMap((token) => (token.kind === kind ? [token.value] : []))))
  return {
    nodes: readNodes(tokens.values()).nodes,
    lists: named('list'),
    variables: named('variable'),
    isPlain: tokens.every(({ kind }) => kind === 'text'),
  }
}

interface Token {
  readonly kind: 'text' | 'open' | 'bar' | 'close' | 'list' | 'variable'
  /** As it is written. */
  readonly text: string
  /** The text without its backslashes, the name, or the weight behind an opening brace or a bar. */
  readonly value: string
}

/** Joined they are the source again. */
function tokensOf(source: string): readonly Token[] {
  const choices = findChoices(source)
  const open: number[] = []
  const tokens: Token[] = []
  let plain = { text: '', value: '' }
  function flush(): void {
    if (plain.text !== '') tokens.push({ kind: 'text', ...plain })
    plain = { text: '', value: '' }
  }
  for (let at = 0; at < source.length;) {
    PLAIN.lastIndex = at
    const run = PLAIN.exec(source)?.[0]
    if (run !== undefined) {
      plain = { text: plain.text + run, value: plain.value + run }
      at += run.length
      continue
    }
    const sign = source[at] ?? ''
    const rest = source.slice(at, at + MAX_SIGN)
    const close = choices.get(at)
    const token = tokenAt(sign, rest, close !== undefined, open.length > 0, open.at(-1) === at)
    if (close !== undefined) open.push(close)
    else if (open.at(-1) === at) open.pop()
    if (token === null) {
      const escaped = sign === '\\' ? ESCAPED.exec(rest) : null
      plain = { text: plain.text + (escaped?.[0] ?? sign), value: plain.value + (escaped?.[1] ?? sign) }
      at += escaped?.[0].length ?? 1
    } else {
      flush()
      tokens.push(token)
      at += token.text.length
    }
  }
  flush()
  return tokens
}

/** Null where plain text goes on. */
function tokenAt(
  sign: string,
  rest: string,
  opens: boolean,
  isInChoice: boolean,
  closes: boolean,
): Token | null {
  if (opens || (sign === '|' && isInChoice)) {
    const weight = WEIGHT.exec(rest.slice(1, 21))
    return {
      kind: opens ? 'open' : 'bar',
      text: sign + (weight?.[0] ?? ''),
      value: weight?.[1] ?? '1',
    }
  }
  if (closes) return { kind: 'close', text: sign, value: '' }
  const list = sign === '_' ? LIST.exec(rest) : null
  const found = list ?? (sign === '[' ? VARIABLE.exec(rest) : null)
  return found && { kind: list === null ? 'variable' : 'list', text: found[0], value: found[1] ?? '' }
}

/** Reads until the end, or until a bar or brace that belongs to the choice around it. */
function readNodes(tokens: Iterator<Token>): {
  readonly nodes: readonly TemplateNode[]
  readonly end: Token | undefined
} {
  const nodes: TemplateNode[] = []
  for (let next = tokens.next(); next.done !== true; next = tokens.next()) {
    const { kind, value } = next.value
    if (kind === 'bar' || kind === 'close') return { nodes, end: next.value }
    if (kind === 'text') nodes.push({ kind, text: value })
    else if (kind === 'open') nodes.push(readChoice(tokens, value))
    else nodes.push({ kind, name: value })
  }
  return { nodes, end: undefined }
}

function readChoice(tokens: Iterator<Token>, firstWeight: string): TemplateNode {
  const options: TemplateOption[] = []
  let weight: string | undefined = firstWeight
  while (weight !== undefined) {
    const { nodes, end } = readNodes(tokens)
    options.push({ weight: Number(weight), nodes })
    weight = end?.kind === 'bar' ? end.value : undefined
  }
  return { kind: 'choice', options }
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

export interface Mark {
  readonly kind: 'text' | 'sign' | 'list' | 'variable'
  readonly text: string
  /** Of the list or the variable. */
  readonly name?: string
}

/** Longer texts are pasted, not composed: their marks would cost more than they show. */
const MAX_MARKED = 20_000

/** The whole text in parts, in order; joined they are the text again. */
export function marksOf(source: string): readonly Mark[] {
  if (source.length > MAX_MARKED) return [{ kind: 'text', text: source }]
  return tokensOf(source).map(({ kind, text, value }) => {
    if (kind === 'text') return { kind, text }
    return kind === 'list' || kind === 'variable' ? { kind, text, name: value } : { kind: 'sign', text }
  })
}

export function plainPrompt(prompt: string): string {
  const { nodes, isPlain } = parseTemplate(prompt)
  const read = nodes.map((node) => (node.kind === 'text' ? node.text : '')).join('')
  return isPlain && read === prompt ? prompt : prompt.replace(/[\\{}|[\]_]/g, String.raw`\$&`)
}
