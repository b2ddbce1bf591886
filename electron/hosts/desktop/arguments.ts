/** Reads the command line of the desktop. Chromium's own switches stand among the words, and are not ours to refuse. */
import { parseArgs } from 'node:util'
import { message, type Message } from '#contract/messages/message.ts'

export interface DesktopArguments {
  readonly dataDir?: string
  /** Whether a new library begins with the sample assets. */
  readonly samples: boolean
  /** Without the graphics card, and with default settings. */
  readonly safe: boolean
  /** Without showing the window, for an agent: the user opens it. */
  readonly background: boolean
  /** What is wrong with a word of ours. */
  readonly problem?: Message
  /** What is said in place of a start. `agents`: that another program serves them, to clients that were set up for this one. */
  readonly print?: 'version' | 'help' | 'agents'
}

/** Of the program, as electron-builder.yml names it. */
export const APP_ID = 'studio.atelier.app'

/** Printed when the window is open. The command that started it from a checkout waits for it: the same in every language. */
export const DESKTOP_READY_LINE = 'Atelier is open in its window.'

export function readDesktopArguments(argv: readonly string[]): DesktopArguments {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    allowNegative: true,
    options: {
      'data-dir': { type: 'string' },
      samples: { type: 'boolean', default: true },
      safe: { type: 'boolean', default: false },
      background: { type: 'boolean', default: false },
      mcp: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const dataDir = values['data-dir']
  const isFolder = typeof dataDir === 'string' && dataDir !== '' && !dataDir.startsWith('-')
  return {
    samples: values.samples !== false,
    safe: values.safe === true,
    background: values.background === true,
    ...(isFolder && { dataDir }),
    // Nothing else than what was asked for: another folder is another library.
    ...(dataDir !== undefined &&
      !isFolder && {
        problem: message('command-line.takesFolder', { argument: '--data-dir' }),
      }),
    ...printOf(values),
  }
}

function printOf(values: Readonly<Record<string, unknown>>): Pick<DesktopArguments, 'print'> {
  if (values['help'] === true) return { print: 'help' }
  if (values['version'] === true) return { print: 'version' }
  return values['mcp'] === true ? { print: 'agents' } : {}
}

export function isForAgent(args: readonly string[]): boolean {
  return args.includes('--background')
}
