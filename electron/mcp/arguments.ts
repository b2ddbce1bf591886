/** Reads the command line of the small program. What is not its own is the desktop's. */
import { succeed } from '#contract/errors.ts'
import { folderNeeded, readArguments } from '#hosts/command-line/read-arguments.ts'

/** What the words ask for. */
export function readProgramArguments(words: readonly string[]) {
  if (!words.includes('--mcp')) {
    if (words.includes('--help') || words.includes('-h')) return succeed({ kind: 'help' } as const)
    if (words.includes('--version')) return succeed({ kind: 'version' } as const)
    return succeed({ kind: 'open', words } as const)
  }
  const read = readArguments(words, {
    options: {
      mcp: { type: 'boolean' },
      'data-dir': { type: 'string' },
      version: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (!read.ok) return read
  const { 'data-dir': dataDir, help, version } = read.data.values
  if (help) return succeed({ kind: 'help' } as const)
  if (version) return succeed({ kind: 'version' } as const)
  if (dataDir === '') return folderNeeded('--data-dir')
  return succeed({ kind: 'mcp', dataDir } as const)
}
