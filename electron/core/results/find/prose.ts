/** Addresses inside running text, as chat models write them: Markdown images and links, HTML tags, bare addresses. */
import type { ResultKind } from '../../media/kinds.ts'

export interface ProseAddress {
  readonly text: string
  /** The text shows it as a file: a Markdown image or a media tag. Others need a file's extension to count. */
  readonly isShown: boolean
  /** What the tag around it says. */
  readonly kind: ResultKind | null
}

const MOST = 200
const BEGINNING = /https?:\/\/(?=[^\s<>"'`\\)\]}|，。；！？）】」])|data:(?:image|video|audio)\//giu
/** Ends an address wherever it stands. */
const END = /[\s<>"'`\\\]}|，。；！？）】」]/u
/** Belongs to the sentence when an address ends with it. */
const PUNCTUATION = '.,;:!?*_~'
/** How far back the beginning of a tag or of a Markdown link is looked for. */
const LOOK_BACK = 400

/** In the order of the text, at most 200. Linear in the length of the text. */
export function addressesInProse(text: string): readonly ProseAddress[] {
  const found: ProseAddress[] = []
  const beginning = new RegExp(BEGINNING)
  for (let match = beginning.exec(text); match && found.length < MOST; match = beginning.exec(text)) {
    const before = text.slice(Math.max(0, match.index - LOOK_BACK), match.index)
    const tag = /<(img|image|video|audio|source)\b[^<>]*$/iu.exec(before)?.[1]?.toLowerCase()
    const isImage = /!\[[^\]]*\]\(\s*<?$/u.test(before)
    const address = /\]\(\s*<$/u.test(before) ? inBrackets(text, match.index) : null
    const { part, end } = address ?? readAddress(text, match.index)
    found.push({
      text: part,
      isShown: isImage || tag !== undefined,
      kind: tag === 'video' || tag === 'audio' ? tag : null,
    })
    beginning.lastIndex = Math.max(end, match.index + match[0].length)
  }
  return found
}

/** A destination in pointed brackets holds anything but these and line breaks (https://spec.commonmark.org/0.31.2/#link-destination). */
function inBrackets(text: string, from: number): { part: string; end: number } | null {
  const end = text.indexOf('>', from)
  const part = end === -1 || end - from > MAX_IN_BRACKETS ? '' : text.slice(from, end)
  return part === '' || /[<\n]/u.test(part) ? null : { part, end }
}
const MAX_IN_BRACKETS = 2_000

/** Up to white space, a quote, or a closing parenthesis that nothing in the address opened; Markdown may escape parentheses. */
function readAddress(text: string, from: number): { part: string; end: number } {
  let open = 0
  let at = from
  for (; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\' && /[()_*]/u.test(text.charAt(at + 1))) at++
    else if (END.test(character)) break
    if (text.charAt(at) === '(') open++
    if (text.charAt(at) === ')' && --open < 0) break
  }
  let last = at
  while (last > from && PUNCTUATION.includes(text.charAt(last - 1))) last--
  return { part: text.slice(from, last).replace(/\\([()_*])/gu, '$1'), end: at }
}
