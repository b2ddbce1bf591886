/** What the user chose, stored in settings.json. */
import { z } from 'zod'
import { LANGUAGE_CODES } from './rules/languages.ts'
import type { PlainMessageId } from './messages/message.ts'
import { empty, route } from './route.ts'
import { amountSchema } from './spending.ts'

/** An http or https proxy without a name and password: a password does not belong into settings.json. */
const proxyAddress = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^https?:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,3}|:[1-5][0-9]{4}|:6[0-4][0-9]{3})?\/?$/i,
    'settings.proxyInvalid' satisfies PlainMessageId,
  )

/** `system`: as the system (desktop) or its environment variables (web host) say. `none`: straight to the address. */
export const proxySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({ mode: z.literal('custom'), address: proxyAddress }),
])

export type Proxy = z.infer<typeof proxySchema>

/** What a proxy asks for before it lets anything through. Kept where API keys are, and never given back. */
export const proxySignInSchema = z.strictObject({
  /** Without a colon, which divides it from the password (RFC 7617, 2). */
  user: z
    .string()
    .max(200)
    .regex(/^[^:\p{Cc}]+$/u, 'settings.proxyUserInvalid' satisfies PlainMessageId),
  password: z
    .string()
    .max(500)
    .regex(/^\P{Cc}*$/u, 'settings.proxyPasswordInvalid' satisfies PlainMessageId),
})

export type ProxySignIn = z.infer<typeof proxySignInSchema>

/** Whether the chosen proxy has been given a user and password. */
export type ProxySignInState = 'none' | 'saved'

export const settingsSchema = z.strictObject({
  appearance: z.strictObject({
    theme: z.enum(['system', 'dark', 'light']),
    textSize: z.enum(['small', 'normal', 'large']),
    density: z.enum(['normal', 'compact']),
    /** `system`: the first of the reader's languages that is offered. */
    language: z.enum(['system', ...LANGUAGE_CODES]),
  }),
  queue: z.strictObject({
    /** Generate requests that may run at the service at once, per profile. */
    concurrency: z.int().min(1).max(100),
    /** A batch of more requests than this is confirmed by the user before it is sent. */
    confirmAbove: z.int().min(1).max(1_000),
    /** Generate requests a day, by profile id. A profile that is not named has no cap. */
    dailyCaps: z.record(z.string(), z.int().min(1).max(1_000_000)),
    /** Money or credits a day, by profile id. What no price in this unit is known of is held back too. */
    dailyAmountCaps: z.record(z.string(), amountSchema),
  }),
  network: z.strictObject({
    /** The way to services and to their files. This computer is never reached through a proxy. */
    proxy: proxySchema,
  }),
  /** What a program with a window of its own does besides; without meaning on the web host. */
  desktop: z.strictObject({
    /** Tell how tasks ended while another program is in front. */
    notifications: z.boolean(),
    startAtLogin: z.boolean(),
    /** Go on in the tray or the dock where the window is closed while tasks are open. */
    keepOn: z.boolean(),
    /** The user has not been told of it yet. */
    explainKeepOn: z.boolean(),
    /** Say at the end that running tasks go on at the service. */
    explainQuit: z.boolean(),
    /** What the prompt's spelling is checked in, by codes such as `en-GB`. Empty: it is not checked. */
    spellLanguages: z.array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)).max(10),
  }),
  agents: z.strictObject({
    /** Programs may ask for quotes and send them, within their budgets. */
    enabled: z.boolean(),
  }),
  /** Updates of the program, where it updates itself. */
  updates: z.strictObject({
    /** Look for a newer version once a day. It is fetched and installed only when asked. */
    automatic: z.boolean(),
    /** Also versions that are marked as not finished. */
    prereleases: z.boolean(),
  }),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = {
  appearance: { theme: 'system', textSize: 'normal', density: 'normal', language: 'system' },
  queue: { concurrency: 8, confirmAbove: 20, dailyCaps: {}, dailyAmountCaps: {} },
  network: { proxy: { mode: 'system' } },
  desktop: {
    notifications: true,
    startAtLogin: false,
    keepOn: true,
    explainKeepOn: true,
    explainQuit: true,
    spellLanguages: [],
  },
  agents: { enabled: true },
  updates: { automatic: true, prereleases: false },
}

const { queue } = settingsSchema.shape
/** Of the profiles that are named; null: without a cap. */
const capChanges = {
  dailyCaps: z.record(z.string(), queue.shape.dailyCaps.valueType.nullable()),
  dailyAmountCaps: z.record(z.string(), queue.shape.dailyAmountCaps.valueType.nullable()),
}

/** A change of settings: any part of it, one level deep. */
export const settingsChangeSchema = z.strictObject({
  appearance: settingsSchema.shape.appearance.partial().optional(),
  queue: queue.extend(capChanges).partial().optional(),
  network: settingsSchema.shape.network.partial().optional(),
  desktop: settingsSchema.shape.desktop.partial().optional(),
  agents: settingsSchema.shape.agents.partial().optional(),
  updates: settingsSchema.shape.updates.partial().optional(),
})
export type SettingsChange = z.infer<typeof settingsChangeSchema>

export const settingsRoutes = {
  'settings.get': route<Settings>()(empty),
  'settings.set': route<Settings>()(settingsChangeSchema),
  /** Of the proxy that is chosen now. */
  'settings.proxySignIn': route<{ readonly state: ProxySignInState }>()(empty),
  /**
   * Chooses a proxy with its user and password, or with none (null). Without `signIn` those that were entered for this proxy stay; those
   * of another one are forgotten.
   */
  'settings.setProxy': route<{ readonly state: ProxySignInState }>()(
    z.strictObject({ address: proxyAddress, signIn: proxySignInSchema.nullable().optional() }),
  ),
} as const
