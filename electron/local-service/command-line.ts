/**
 * Reads the service's command line.
 *
 * Owns the flags and the default folder; acting on them is `main.ts`'s business.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import envPaths from 'env-paths'

export interface CommandLine {
  readonly port: number
  readonly dataDir: string
  readonly apiKey: string | null
  /** End when stdin closes, so that the service never outlives whoever started it. */
  readonly exitWithParent: boolean
}

export type CommandLineReading =
  { readonly ok: true; readonly commandLine: CommandLine } | { readonly ok: false; readonly message: string }

/** Reads `args` (without node and script); `message` is one sentence about the first argument that is wrong. */
export function readCommandLine(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): CommandLineReading {
  const wrong = (message: string): CommandLineReading => ({ ok: false, message })
  let values
  try {
    values = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        'data-dir': { type: 'string' },
        'api-key': { type: 'string' },
        'exit-with-parent': { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return wrong(error instanceof Error ? firstSentence(error.message) : String(error))
  }
  const port = /^\d{1,5}$/u.test(values.port) ? Number(values.port) : NaN
  if (!(port <= 65_535)) return wrong(`--port must be a whole number from 0 to 65535, not "${values.port}".`)
  const apiKey = values['api-key'] ?? null
  if (apiKey !== null && !/^\S+$/u.test(apiKey)) return wrong('--api-key must not be empty or hold spaces.')
  const dataDir = values['data-dir'] ?? environment['ATELIER_LOCAL_SERVICE_DATA_DIR'] ?? defaultDataDir()
  if (dataDir.trim() === '') return wrong('--data-dir must name a folder.')
  return { ok: true, commandLine: { port, dataDir, apiKey, exitWithParent: values['exit-with-parent'] } }
}

function defaultDataDir(): string {
  return join(envPaths('Atelier', { suffix: '' }).data, 'local-service')
}

function firstSentence(text: string): string {
  return `${text.split(/\.\s|\n/u)[0] ?? text}.`.replace(/\.\.$/u, '.')
}
