/**
 * Reads the service's command line.
 *
 * Owns the flags, their help and the default folder; acting on them is `main.ts`'s business.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import envPaths from 'env-paths'
import { FIRST_OWNER } from './store/api-keys.ts'

export interface CommandLine {
  readonly port: number
  readonly dataDir: string
  readonly apiKey: string | null
  /** Further users and their keys; null for the stored key, or a new one. */
  readonly users: Readonly<Record<string, string | null>>
  readonly keepDays: number
  readonly keepGigabytes: number
  /** End when stdin closes, so that the service never outlives its parent. */
  readonly exitWithParent: boolean
}

type CommandLineReading =
  | { readonly kind: 'start'; readonly commandLine: CommandLine }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string }

const HELP = `Runs the Sample studio, a generation service that makes everything on this computer.

  --port NUMBER         listen on 127.0.0.1 at this port; 0, the default, takes any free one
  --data-dir FOLDER     keep tasks and files here; one service at a time
  --api-key KEY         the key of the first user, "local"; without it the stored key, or a new one
  --key NAME[=KEY]      a further user with a key of their own; may be given several times
  --keep-days NUMBER    delete finished tasks and their files after so many days (30)
  --keep-gb NUMBER      delete the oldest finished tasks when all files together are larger (10)
  --exit-with-parent    end when standard input closes
  --help                print this

When it is ready it prints one line of JSON: {"ready":true,"baseUrl":…,"apiKey":…}, with "keys" when --key was given.
The control page is at <baseUrl>/studio/, what each user has used at <baseUrl>/studio/usage.
`

/** Reads `args` (without node and script); `message` is one sentence about the first argument that is wrong. */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLineReading {
  const wrong = (message: string): CommandLineReading => ({ kind: 'wrong', message })
  let values
  try {
    values = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        'data-dir': { type: 'string' },
        'api-key': { type: 'string' },
        key: { type: 'string', multiple: true, default: [] },
        'keep-days': { type: 'string', default: '30' },
        'keep-gb': { type: 'string', default: '10' },
        'exit-with-parent': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return wrong(error instanceof Error ? firstSentence(error.message) : String(error))
  }
  if (values.help) return { kind: 'help', text: HELP }
  const port = /^\d{1,5}$/u.test(values.port) ? Number(values.port) : NaN
  if (!(port <= 65_535)) return wrong(`--port must be a whole number from 0 to 65535, not "${values.port}".`)
  const apiKey = values['api-key'] ?? null
  if (apiKey !== null && !/^\S+$/u.test(apiKey)) return wrong('--api-key must not be empty or hold spaces.')
  const dataDir = values['data-dir'] ?? environment['ATELIER_LOCAL_SERVICE_DATA_DIR'] ?? defaultDataDir()
  if (dataDir.trim() === '') return wrong('--data-dir must name a folder.')
  const users = readUsers(values.key)
  if (users === null)
    return wrong(
      '--key must be NAME or NAME=KEY; the name has letters, digits, ".", "_", "-", and is not "local".',
    )
  const [keepDays, keepGigabytes] = [readAmount(values['keep-days']), readAmount(values['keep-gb'])]
  if (keepDays === null) return wrong(`--keep-days must be a number above 0, not "${values['keep-days']}".`)
  if (keepGigabytes === null) return wrong(`--keep-gb must be a number above 0, not "${values['keep-gb']}".`)
  const exitWithParent = values['exit-with-parent']
  return {
    kind: 'start',
    commandLine: { port, dataDir, apiKey, users, keepDays, keepGigabytes, exitWithParent },
  }
}

/** By name; null when one of `texts` cannot be read. */
function readUsers(texts: readonly string[]): CommandLine['users'] | null {
  const users: Record<string, string | null> = {}
  for (const text of texts) {
    const [, name, key] = /^([A-Za-z0-9][A-Za-z0-9._-]{0,63})(?:=(\S+))?$/u.exec(text) ?? []
    if (name === undefined || name === FIRST_OWNER) return null
    users[name] = key ?? null
  }
  return users
}

function readAmount(text: string): number | null {
  const amount = /^\d{1,6}(?:\.\d{1,3})?$/u.test(text) ? Number(text) : 0
  return amount > 0 ? amount : null
}

function defaultDataDir(): string {
  return join(envPaths('Atelier', { suffix: '' }).data, 'local-service')
}

function firstSentence(text: string): string {
  return `${text.split(/\.\s|\n/u)[0] ?? text}.`.replace(/\.\.$/u, '.')
}
