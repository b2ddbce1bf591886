/** Counts what became of each file of an import, and says it. */
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { ImportOutcome } from './import-file.ts'

const MAX_NAMED = 3
const MAX_NAME = 80

type Left = Extract<ImportOutcome, { kind: 'refused' }>['why'] | 'unreadable'

export function createTally() {
  const counts = { added: 0, known: 0, trashed: 0 }
  const left = new Map<Left, { count: number; readonly names: string[] }>()
  return {
    count: (name: string, taken: ImportOutcome | 'unreadable'): void => {
      if (taken !== 'unreadable' && taken.kind !== 'refused') {
        counts[taken.kind]++
        return
      }
      const why = taken === 'unreadable' ? taken : taken.why
      const group = left.get(why) ?? { count: 0, names: [] }
      group.count++
      if (group.names.length < MAX_NAMED) group.names.push(name.slice(0, MAX_NAME))
      left.set(why, group)
    },
    said: (): Message => {
      const { added, known, trashed } = counts
      return followedBy(
        message('exchange.imported', { count: added }),
        ...(known > 0 ? [message('exchange.imported.known', { count: known })] : []),
        ...(trashed > 0 ? [message('exchange.imported.trashed', { count: trashed })] : []),
        ...[...left].map(([why, { count, names }]) =>
          message(`exchange.imported.${why}`, { count, names, more: count - names.length }),
        ),
      )
    },
  }
}
