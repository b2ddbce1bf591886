/**
 * What a test sets before the start, as JSON in the environment variable ELECTRON_STAND_IN.
 *
 * What changes while the application runs is set through `desktop.ts` instead.
 */
import { z } from 'zod'

/** A body that is held whole: enough for everything that is no file of the user's. */
export const MAX_WHOLE_BYTES = 4 * 1024 ** 2

const configSchema = z.strictObject({
  chromium: z.string(),
  /** `app.isPackaged`. */
  packaged: z.boolean().default(false),
  /** `process.resourcesPath`, where it is not the folder of the program. */
  resources: z.string().optional(),
  /** On macOS the system starts no second process: the one there is is activated. */
  startsOnce: z.boolean().default(false),
  /** Whether a window is painted before it is shown: some compositors of Wayland do not (electron/electron#48859). */
  paintsHidden: z.boolean().default(true),
  theme: z.enum(['light', 'dark']).default('light'),
})

type Config = z.infer<typeof configSchema>
export type ConfigInput = z.input<typeof configSchema>

export const CONFIG_VARIABLE = 'ELECTRON_STAND_IN'

/** @throws Error when the variable is missing or wrong: a mistake of the test. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return configSchema.parse(JSON.parse(environment[CONFIG_VARIABLE] ?? 'null'))
}
