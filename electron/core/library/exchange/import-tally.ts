/** Counts what became of each file of an import, and says it in a sentence. */
import type { ImportOutcome } from './import-file.ts'
import { counted, named } from './words.ts'

const MOST_NAMES = 100

export function createTally() {
  const counts = { added: 0, known: 0, trashed: 0 }
  const left = new Map<string, { count: number; readonly names: string[] }>()
  return {
    count: (name: string, taken: ImportOutcome | 'unreadable'): void => {
      if (taken !== 'unreadable' && taken.kind !== 'refused') {
        counts[taken.kind]++
        return
      }
      const why = taken === 'unreadable' ? 'could not be read' : taken.why
      const group = left.get(why) ?? { count: 0, names: [] }
      group.count++
      if (group.names.length < MOST_NAMES) group.names.push(name)
      left.set(why, group)
    },
    sentence: (): string => {
      const { added, known, trashed } = counts
      const parts = [`${counted(added, 'file')} taken in`]
      if (known > 0) parts.push(`${known} ${known === 1 ? 'was' : 'were'} there already`)
      if (trashed > 0) parts.push(`${trashed} ${trashed === 1 ? 'lies' : 'lie'} in the trash of that library`)
      for (const [why, { count, names }] of left) {
        const verb = why === 'could not be read' ? '' : count === 1 ? 'is ' : 'are '
        parts.push(`${count} ${verb}${why}: ${named(names)}`)
      }
      return `${parts.join(', ')}.`
    },
  }
}
