/** Reads the command line of the small program. What is not its own is the desktop's. */
import { fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { folderNeeded, readArguments } from '#hosts/command-line/read-arguments.ts'
import { readRequest, REQUEST_OPTIONS } from '#hosts/command-line/request-arguments.ts'

export function readProgramArguments(args: readonly string[]) {
  if (args[0] === 'generate') return readGenerate(args.slice(1))
  if (!args.includes('--mcp')) {
    if (args.includes('--help') || args.includes('-h')) return succeed({ kind: 'help' } as const)
    if (args.includes('--version')) return succeed({ kind: 'version' } as const)
    const [word = ''] = args
    if (isCommand(word)) return fail('invalid_input', message('command-line.noCommand', { word }))
    return succeed({ kind: 'open', args } as const)
  }
  const read = readArguments(args, {
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

/** What is opened is a link or a file with an extension, and Chromium's switches begin with a sign. */
function isCommand(word: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u.test(word)
}

export type GenerateArguments = Extract<ReturnType<typeof readRequest>, { ok: true }>['data']

function readGenerate(args: readonly string[]) {
  const read = readArguments(args, { options: REQUEST_OPTIONS })
  if (!read.ok) return read
  if (read.data.values.help) return succeed({ kind: 'help-generate' } as const)
  const request = readRequest(read.data.values)
  return request.ok ? succeed({ kind: 'generate', request: request.data } as const) : request
}
