/** What the user reads after library.db was replaced: what happened, where the old file is, and what came back. */
import type { Notice } from '#contract/app.ts'
import type { RecoveryReport } from '../../store/recovery/recover.ts'
import { counted } from '../exchange/words.ts'

const RECOVERED_NOTICE = 'library-recovered'

/** `assets`: how many came back; null while `media/` is still being read. */
export function recoveryNotice(report: RecoveryReport, assets: number | null): Notice {
  const sentences = [
    beginning(report),
    ...taskSentences(report),
    assets === null
      ? 'The library is being built again from media/.'
      : `${counted(assets, 'asset')} came back from media/.`,
  ]
  return { id: RECOVERED_NOTICE, code: `library_was_${report.kind}`, message: sentences.join(' ') }
}

function beginning({ kind, reason, aside }: RecoveryReport): string {
  switch (kind) {
    case 'damaged':
      return `library.db was damaged: ${sentence(reason)} It was set aside as ${aside ?? 'another file'}; nothing was deleted.`
    case 'missing':
      return `library.db was missing, so a fresh one was made.${aside === null ? '' : ` What was left of it is in ${aside}.`}`
    case 'older':
      return `library.db is older than the last work: its latest changes are missing.${aside === null ? '' : ` Its write-ahead log is in ${aside}.`}`
    case 'copy':
      return 'library.db is a backup that was put back.'
  }
}

function taskSentences(report: RecoveryReport): readonly string[] {
  const { kind, tasks, openTasks, doubtful, areTasksWhole, isPaused } = report
  if (kind === 'missing' && tasks === 0 && !areTasksWhole)
    return [`Its tasks are not known any more. ${FOLLOW}`]
  const isFresh = kind === 'damaged' || kind === 'missing'
  const said = [
    `${counted(tasks, 'task')} ${isFresh ? 'came back' : 'are in it'}, ${openTasks} of them open.`,
  ]
  if (!areTasksWhole)
    said.push(`Not every open task may be among them: accepted.jsonl is missing or damaged. ${FOLLOW}`)
  if (doubtful > 0) {
    said.push(
      `${counted(doubtful, 'task')} that waited may have been sent already: nothing is sent again until you decide about them in the queue.`,
    )
  }
  if (isPaused) said.push('Sending is paused. Resume it in the queue.')
  return said
}

const FOLLOW = 'A task can be followed again by the id that the service gave it.'

function sentence(text: string): string {
  const start = text.charAt(0).toLowerCase() + text.slice(1)
  return start.endsWith('.') ? start : `${start}.`
}
