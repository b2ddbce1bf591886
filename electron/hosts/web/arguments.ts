/** Reads the command line of the web host. */
import { z } from 'zod'
import { fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { folderNeeded, readArguments } from '#hosts/command-line/read-arguments.ts'

export type WebArguments = Extract<ReturnType<typeof readWebArguments>, { ok: true }>['data']

const portSchema = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65_535))

/** Fails where an argument is unknown or has no sensible value. */
export function readWebArguments(argv: readonly string[]) {
  const read = readArguments(argv, {
    options: {
      port: { type: 'string', default: '0' },
      'data-dir': { type: 'string' },
      'no-open': { type: 'boolean', default: false },
      'no-local-service': { type: 'boolean', default: false },
      samples: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (!read.ok) return read
  const { values } = read.data
  const port = portSchema.safeParse(values.port)
  if (!port.success) {
    const wrong = message('command-line.takesPort', { argument: '--port', given: values.port })
    return fail('invalid_input', wrong)
  }
  const dataDir = values['data-dir']
  if (dataDir === '') return folderNeeded('--data-dir')
  return succeed({
    /** 0 for any free port. */
    port: port.data,
    open: !values['no-open'],
    localService: !values['no-local-service'],
    /** Whether a new library begins with the sample assets. */
    samples: values.samples,
    dataDir,
    /** What goes to standard output in place of a start. */
    print: values.help ? 'help' : values.version ? 'version' : undefined,
  } as const)
}
