/** Which of what was found the palette lists, and in which order. Owns no words and finds nothing itself. */
import type { ReactNode } from 'react'
import { hasWordsOf, plainText as plain } from '#renderer/ui/typed-words.ts'

export const GROUPS = [
  'commands',
  'assets',
  'prompts',
  'presets',
  'collections',
  'models',
  'settings',
] as const
export type GroupName = (typeof GROUPS)[number]

export interface Entry {
  /** Unique in the whole palette. */
  readonly id: string
  readonly group: GroupName
  readonly name: string
  /** Shown beside the name. */
  readonly detail?: string | undefined
  /** Looked through as the name is, and not shown. */
  readonly keywords?: string
  readonly image?: ReactNode
  run(): void
}

export interface Group {
  readonly id: GroupName
  readonly entries: readonly Entry[]
}

/** More than anybody reads; further words bring the others. */
export const MAX_LISTED = 30
/** What no other group takes away from one. */
const SHARE = 4

/**
 * Entries with every typed word in them. Those whose name has them as whole words come first ("cap" in "Daily cap", not in
 * "landscape"), and among those, names that begin with what was typed.
 */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
  const wanted = plain(typed)
  const words = wanted.split(/\s+/).filter(Boolean)
  const fits = hasWordsOf(typed)
  return entries
    .filter((entry) => fits(textOf(entry)))
    .toSorted((one, other) => rankOf(other, words, wanted) - rankOf(one, words, wanted))
}

/**
 * At most `MAX_LISTED`: each group has its share, and the room left goes to the first groups. A group with a whole word that was typed
 * comes before those where it only stands inside of others ("cap" in "landscape").
 */
export function arranged(entries: readonly Entry[], typed = ''): readonly Group[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const groups = GROUPS.map((id) => ({ id, entries: entries.filter(({ group }) => group === id) })).toSorted(
    (one, other) => wholeWords(other.entries, words) - wholeWords(one.entries, words),
  )
  let room = MAX_LISTED - groups.reduce((sum, group) => sum + Math.min(SHARE, group.entries.length), 0)
  return groups
    .map(({ id, entries: all }) => {
      const more = Math.min(room, Math.max(0, all.length - SHARE))
      room -= more
      return { id, entries: all.slice(0, SHARE + more) }
    })
    .filter((group) => group.entries.length > 0)
}

/** Whether every word that was typed is a word of one of these. */
function wholeWords(entries: readonly Entry[], words: readonly string[]): number {
  return words.length > 0 && entries.some((entry) => hasWords(textOf(entry), words)) ? 1 : 0
}

function hasWords(text: string, words: readonly string[]): boolean {
  const own = new Set(text.split(/[^\p{L}\p{N}]+/u))
  return words.every((word) => own.has(word))
}

export function textOf({ name, detail = '', keywords = '' }: Entry): string {
  return plain(`${name} ${detail} ${keywords}`)
}

function rankOf(entry: Entry, words: readonly string[], wanted: string): number {
  const name = plain(entry.name)
  return 2 * Number(hasWords(name, words)) + Number(name.startsWith(wanted))
}
