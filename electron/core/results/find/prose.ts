/**
 * Addresses inside running text, as chat models write them: Markdown images and links, HTML tags, bare addresses.
 */
import type { ResultKind } from './kinds.ts'

export interface ProseAddress {
  readonly text: string
  /** The text shows it as a file: a Markdown image or a media tag. Others need a file's extension to count. */
  readonly isShown: boolean
  /** What the tag around it says. */
  readonly kind: ResultKind | null
}

const MOST = 200
const ADDRESS = /(?:https?:\/\/|data:(?:image|video|audio)\/)[^\s<>"'`\\)\]}|，。；！？）】」]+/giu
/** How far back the beginning of a tag or of a Markdown link is looked for. */
const LOOK_BACK = 400

/** In the order of the text, at most 200. Linear in the length of the text. */
export function addressesInProse(text: string): readonly ProseAddress[] {
  const found: ProseAddress[] = []
  for (const match of text.matchAll(ADDRESS)) {
    if (found.length >= MOST) break
    const before = text.slice(Math.max(0, match.index - LOOK_BACK), match.index)
    const tag = /<(img|image|video|audio|source)\b[^<>]*$/iu.exec(before)?.[1]?.toLowerCase()
    const isImage = /!\[[^\]]*\]\(\s*<?$/u.test(before)
    found.push({
      text: match[0].replace(/[.,;:!?*_~]+$/u, ''),
      isShown: isImage || tag !== undefined,
      kind: tag === 'video' || tag === 'audio' ? tag : null,
    })
  }
  return found
}
