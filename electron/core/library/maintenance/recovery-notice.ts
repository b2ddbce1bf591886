/** What the user reads after library.db was replaced: what happened, where the old file is, and what came back. */
import type { Notice } from '#contract/app.ts'
import type { RepairReport } from '../../store/recovery/recover.ts'
import { counted } from '../exchange/words.ts'

export const REPAIRED_NOTICE = 'library-repaired'

/** `assets`: how many came back; null while `media/` is still being read. */
export function repairNotice(report: RepairReport, assets: number | null): Notice {
  const sentences = [
    beginning(report),
    ...tasks(report),
    assets === null
      ? 'The library is being built again from media/.'
      : `${counted(assets, 'asset')} came back from media/.`,
  ]
  return { id: REPAIRED_NOTICE, code: `library_was_${report.kind}`, message: sentences.join(' ') }
}

function beginning({ kind, reason, aside }: RepairReport): string {
  switch (kind) {
    case 'damaged':
      return `library.db was damaged: ${sentence(reason)} It was set aside as ${aside ?? 'another file'}; nothing was deleted.`
    case 'missing':
      return `library.db was missing, so a fresh one was made.${aside === null ? '' : ` What was left of it is in ${aside}.`}`
    case 'older':
      return 'library.db is older than the last work: its latest changes are missing.'
    case 'copy':
      return 'library.db is a backup that was put back.'
  }
}

function tasks({ kind, tasks, openTasks, doubtful, areTasksWhole }: RepairReport): readonly string[] {
  if (kind === 'missing' && tasks === 0) return [`Its tasks are not known any more. ${FOLLOW}`]
  const said = [
    `${counted(tasks, 'task')} ${kind === 'damaged' || kind === 'missing' ? 'came back' : 'are in it'}, ${openTasks} of them open.`,
  ]
  if (!areTasksWhole) said.push(`Not every task could be read. ${FOLLOW}`)
  if (doubtful > 0) {
    said.push(
      `${counted(doubtful, 'task')} that waited to be sent may have been sent already: nothing is sent again until you decide about them in the queue.`,
    )
  }
  return said
}

const FOLLOW = 'One that was open can be followed again by the id that the service gave it.'

function sentence(text: string): string {
  const start = text.charAt(0).toLowerCase() + text.slice(1)
  return start.endsWith('.') ? start : `${start}.`
}
