/** Reads the command line of the web host. */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { fail, succeed } from '#contract/errors.ts'

export type WebArguments = Extract<ReturnType<typeof readWebArguments>, { ok: true }>['data']

const portSchema = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.int().max(65_535))
const USAGE =
  'Known are --port N, --data-dir DIR, --no-open, --no-local-service, --samples, --version and --help.'

export const WEB_USAGE = `Atelier's web host: the studio in a browser of this computer.

  --port N            listen on this port of the loopback address; 0, the default, is any that is free
  --data-dir DIR      keep everything in this folder
  --no-open           open no browser
  --no-local-service  run without the sample studio
  --samples           begin a new library with sample assets
  --version           print the version and end
  --help              print this and end
`

/** Fails with one sentence where an argument is unknown or has no sensible value. */
export function readWebArguments(argv: readonly string[]) {
  let values
  try {
    values = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string', default: '0' },
        'data-dir': { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        'no-local-service': { type: 'boolean', default: false },
        samples: { type: 'boolean', default: false },
        version: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(/[.\n]/, 1)[0] : 'Bad arguments'
    return fail('invalid_input', `${reason}. ${USAGE}`)
  }
  const port = portSchema.safeParse(values.port)
  if (!port.success)
    return fail('invalid_input', `--port takes a number from 0 to 65535, not "${values.port}".`)
  const dataDir = values['data-dir']
  if (dataDir === '') return fail('invalid_input', '--data-dir takes the path of a folder.')
  return succeed({
    /** 0 for any free port. */
    port: port.data,
    open: !values['no-open'],
    localService: !values['no-local-service'],
    /** Whether a new library begins with the sample assets. */
    samples: values.samples,
    dataDir,
    /** What goes to standard output in place of a start. */
    say: values.help ? 'help' : values.version ? 'version' : undefined,
  } as const)
}
