/** Reads the command line of the small program. What is not its own is the desktop's. */
import { succeed } from '#contract/errors.ts'
import { folderNeeded, readArguments } from '#hosts/command-line/read-arguments.ts'
import { readRequest, REQUEST_OPTIONS } from '#hosts/command-line/request-arguments.ts'

/** What the words ask for. */
export function readProgramArguments(words: readonly string[]) {
  if (words[0] === 'generate') return readGenerate(words.slice(1))
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

export type GenerateWords = Extract<ReturnType<typeof readRequest>, { ok: true }>['data']

function readGenerate(words: readonly string[]) {
  const read = readArguments(words, { options: REQUEST_OPTIONS })
  if (!read.ok) return read
  if (read.data.values.help) return succeed({ kind: 'help-generate' } as const)
  const request = readRequest(read.data.values)
  return request.ok ? succeed({ kind: 'generate', request: request.data } as const) : request
}
