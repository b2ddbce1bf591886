/** Reads the command line of `mcp`. */
import { join } from 'node:path'
import { succeed } from '#contract/errors.ts'
import { folderNeeded, readArguments } from '#hosts/command-line/read-arguments.ts'
import { PAGE_DIR } from '#hosts/build-paths.ts'

/** Fails where an argument is unknown or has no sensible value. */
export function readStdioArguments(argv: readonly string[]) {
  const read = readArguments(argv, {
    options: {
      'data-dir': { type: 'string' },
      'no-local-service': { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (!read.ok) return read
  const { values } = read.data
  const dataDir = values['data-dir']
  if (dataDir === '') return folderNeeded('--data-dir')
  return succeed({
    dataDir,
    localService: !values['no-local-service'],
    /** What goes to standard output in place of messages. */
    print: values.help ? 'help' : values.version ? 'version' : undefined,
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
