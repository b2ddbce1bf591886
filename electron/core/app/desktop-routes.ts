/** The calls that only a program with a window of its own can answer. */
import { fail, succeed } from '#contract/errors.ts'
import type { Shell } from '../ports/shell.ts'
import type { HandlersFor } from '../router.ts'

export const NO_CLIPBOARD = "This host has no clipboard of its own; the browser's is used."

export function createDesktopHandlers(shell: Shell | undefined): HandlersFor<'desktop'> {
  return {
    'desktop.commands': () => succeed({ items: shell?.takeCommands?.() ?? [] }),
    'desktop.spellLanguages': () => succeed({ items: shell?.spellLanguages?.() ?? [] }),
    'desktop.copyText': async ({ text }) => {
      if (!shell?.copyText) return fail('not_available_here', NO_CLIPBOARD)
      await shell.copyText(text)
      return succeed({})
    },
  }
}
