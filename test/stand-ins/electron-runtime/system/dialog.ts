/**
 * `dialog`: what the application asks, answered by the test. A dialog nobody has an answer for is cancelled.
 *
 * Assumed (electron.d.ts, `Dialog`): a window may come first; a cancelled dialog has no path; `showErrorBox` may be
 * called before `ready`, where on Linux it writes to stderr and shows nothing; the others may not.
 */
import { needsReady, record, runtime } from '../runtime.ts'
import { strict } from '../strict.ts'

interface Options {
  readonly cancelId?: number
  readonly buttons?: readonly string[]
}

const NOT_READY = 'dialog module can only be used after app is ready'

/** The options, whether or not a window comes before them. */
function optionsOf(args: readonly unknown[]): Options {
  const options = args.at(-1)
  return typeof options === 'object' && options !== null ? options : {}
}

function ask<Answer>(what: string, args: readonly unknown[], cancelled: Answer): Answer {
  needsReady(NOT_READY)
  record(`dialog.${what}`, optionsOf(args))
  const answer = runtime.answers.shift()
  return answer === undefined ? cancelled : (answer as Answer)
}

/** electron.d.ts, `MessageBoxOptions.cancelId`: 0 where no button says it cancels. */
function cancelOf(args: readonly unknown[]): number {
  const { cancelId, buttons = [] } = optionsOf(args)
  return (
    cancelId ??
    Math.max(
      0,
      buttons.findIndex((label) => /^&?(?:cancel|no)$/iu.test(label)),
    )
  )
}

export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string) => {
    if (runtime.isReady) record('dialog.showErrorBox', { title, content })
    else process.stderr.write(`${title}\n${content}\n`)
  },
  showOpenDialog: async (...args: unknown[]) =>
    ask('showOpenDialog', args, { canceled: true, filePaths: [] as string[] }),
  showSaveDialog: async (...args: unknown[]) => ask('showSaveDialog', args, { canceled: true, filePath: '' }),
  showMessageBox: async (...args: unknown[]) =>
    ask('showMessageBox', args, { response: cancelOf(args), checkboxChecked: false }),
})
