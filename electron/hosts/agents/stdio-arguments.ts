/** Reads the command line of `mcp`. */
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { fail, succeed } from '#contract/errors.ts'
import { PAGE_DIR } from '#hosts/build-paths.ts'

export const STDIO_USAGE = `Usage: npm run -s mcp -- [options]

Atelier for agents: the Model Context Protocol on standard input and output. Attaches to the Atelier that runs in the data
folder, or runs there by itself. The agent's token comes in the environment variable ATELIER_AGENT_TOKEN; without it every
generation asks the user.

  --data-dir DIR      the data folder of Atelier
  --no-local-service  where it runs by itself: without the sample studio
  --version           print the version and end
  --help              print this and end
`

/** Fails with one sentence where an argument is unknown or has no sensible value. */
export function readStdioArguments(argv: readonly string[]) {
  let values
  try {
    values = parseArgs({
      args: [...argv],
      options: {
        'data-dir': { type: 'string' },
        'no-local-service': { type: 'boolean', default: false },
        version: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/, 1)[0] : 'Bad arguments'
    return fail(
      'invalid_input',
      `${reason}. Known are --data-dir DIR, --no-local-service, --version and --help.`,
    )
  }
  const dataDir = values['data-dir']
  if (dataDir === '') return fail('invalid_input', '--data-dir takes the path of a folder.')
  return succeed({
    dataDir,
    localService: !values['no-local-service'],
    /** What goes to standard output in place of messages. */
    say: values.help ? 'help' : values.version ? 'version' : undefined,
  } as const)
}

/** `program`: the packed program that runs; without it, a checkout does. */
export function stdioCommand(dataDir: string, program?: string): readonly string[] {
  const start =
    program === undefined
      ? ['npm', '--prefix', join(PAGE_DIR, '../..'), 'run', '-s', 'mcp', '--']
      : [program, '--mcp']
  return [...start, '--data-dir', dataDir]
}
