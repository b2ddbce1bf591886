/**
 * What a test sets before the start, as JSON in the environment variable ELECTRON_STAND_IN.
 *
 * What changes while the application runs is set through `desktop.ts` instead.
 */
import { z } from 'zod'

/** A body that is held whole: enough for everything that is no file of the user's. */
export const LARGEST_WHOLE_BYTES = 4 * 1024 ** 2

const configSchema = z.strictObject({
  chromium: z.string(),
  /** `app.isPackaged`. */
  packaged: z.boolean().default(false),
  /** `process.resourcesPath`, where it is not the folder of the program. */
  resources: z.string().optional(),
  encryption: z
    .strictObject({
      available: z.boolean().default(true),
      backend: z
        .enum(['basic_text', 'gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6', 'unknown'])
        .default('gnome_libsecret'),
      /** Another key cannot read what this one has written. */
      key: z.string().default('keychain'),
    })
    .prefault({}),
  theme: z.enum(['light', 'dark']).default('light'),
})

type Config = z.infer<typeof configSchema>
export type ConfigInput = z.input<typeof configSchema>

export const CONFIG_VARIABLE = 'ELECTRON_STAND_IN'

/** @throws Error when the variable is missing or wrong: a mistake of the test. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return configSchema.parse(JSON.parse(environment[CONFIG_VARIABLE] ?? 'null'))
}

/**
 * The application's own addresses, as Chromium knows them.
 *
 * A foreign Chromium cannot be taught a scheme, so `atelier://app/x` is `http://app.atelier.localhost/x` to it: an origin
 * of its own, trustworthy as a registered secure scheme is (W3C Secure Contexts, "localhost"), whose every request
 * ends at `scheme-server.ts`. The application sees its own spelling everywhere; the page sees the other in `location`.
 */
const OWN = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9-]+)(?=[/?#]|$)/u
const MAPPED = /^http:\/\/([a-z0-9-]+)\.([a-z][a-z0-9-]*)\.localhost(?=[/?#]|$)/u

/** The address for Chromium. What is not of one of `schemes` stays as it is. */
export function toChromium(address: string, schemes: ReadonlySet<string>): string {
  return address.replace(OWN, (own, scheme: string, host: string) =>
    schemes.has(scheme) ? `http://${host}.${scheme}.localhost` : own,
  )
}

/** The address for the application. What does not come from `toChromium` stays as it is. */
export function fromChromium(address: string, schemes: ReadonlySet<string>): string {
  return address.replace(MAPPED, (mapped, host: string, scheme: string) =>
    schemes.has(scheme) ? `${scheme}://${host}` : mapped,
  )
}
