/** Which of what was found the palette lists, and in which order. Owns no words and finds nothing itself. */
import type { ReactNode } from 'react'

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
  readonly words?: string
  readonly image?: ReactNode
  run(): void
}

export interface Group {
  readonly id: GroupName
  readonly entries: readonly Entry[]
}

/** More than anybody reads; further words bring the others. */
export const MOST_LISTED = 30
/** What no other group takes away from one. */
const SHARE = 4

/** Entries with every typed word in them; those whose name begins with what was typed come first. */
export function matching(entries: readonly Entry[], typed: string): readonly Entry[] {
  const wanted = plain(typed)
  const words = wanted.split(/\s+/).filter(Boolean)
  return entries
    .filter((entry) => {
      const all = textOf(entry)
      return words.every((word) => all.includes(word))
    })
    .toSorted((one, other) => begins(other, wanted) - begins(one, wanted))
}

/**
 * At most `MOST_LISTED`: each group has its share, and the room left goes to the first groups. A group with a whole word that was typed
 * comes before those where it only stands inside of others ("cap" in "landscape").
 */
export function arranged(entries: readonly Entry[], typed = ''): readonly Group[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  const groups = GROUPS.map((id) => ({ id, entries: entries.filter(({ group }) => group === id) })).toSorted(
    (one, other) => wholeWords(other.entries, words) - wholeWords(one.entries, words),
  )
  let room = MOST_LISTED - groups.reduce((sum, group) => sum + Math.min(SHARE, group.entries.length), 0)
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
  if (words.length === 0) return 0
  const hasAll = (entry: Entry): boolean => {
    const own = new Set(textOf(entry).split(/[^\p{L}\p{N}]+/u))
    return words.every((word) => own.has(word))
  }
  return entries.some(hasAll) ? 1 : 0
}

/** What is looked through. */
function textOf({ name, detail = '', words = '' }: Entry): string {
  return plain(`${name} ${detail} ${words}`)
}

function begins({ name }: Entry, wanted: string): number {
  return plain(name).startsWith(wanted) ? 1 : 0
}

/** Without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
