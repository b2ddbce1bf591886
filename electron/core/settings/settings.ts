/** The user's settings: parsed from the file, changed in parts, announced. */
import { z } from 'zod'
import { type Json, jsonSchema } from '#contract/json.ts'
import { DEFAULT_SETTINGS, type Settings, type SettingsChange, settingsSchema } from '#contract/settings.ts'
import type { EventBus } from '../calls/events.ts'
import type { SettingsFile } from '../ports/settings.ts'

export type SettingsStore = ReturnType<typeof createSettingsStore>

const PARTS = Object.keys(settingsSchema.shape) as readonly (keyof Settings)[]

/**
 * A value of the file that does not parse counts as its default; the file keeps it until its part is changed. What another
 * version has put beside them stays.
 */
export function createSettingsStore(file: SettingsFile, events: EventBus) {
  let settings = eachPart((part) => readPart(part, file.get(part)))
  return {
    current: (): Settings => settings,
    change: (change: SettingsChange): Settings => {
      const next = eachPart((part) => ({
        ...settings[part],
        ...defined(change[part]),
        ...(part === 'queue' && capsAfter(settings.queue, change.queue)),
      }))
      for (const part of PARTS) {
        if (change[part]) file.set(part, { ...objectIn(file.get(part)), ...next[part] })
      }
      settings = next
      events.emit('settings.changed', { settings })
      return settings
    },
  }
}

/** A profile that is not named keeps its cap: another window, or the change before this one, may have set it. */
function capsAfter(before: Settings['queue'], change: SettingsChange['queue']) {
  return {
    dailyCaps: merged(before.dailyCaps, change?.dailyCaps),
    dailyAmountCaps: merged(before.dailyAmountCaps, change?.dailyAmountCaps),
  }
}

function merged(before: object, change: object = {}): object {
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, cap]) => cap !== null))
}

function eachPart(make: (part: keyof Settings) => object): Settings {
  return Object.fromEntries(PARTS.map((part) => [part, make(part)])) as unknown as Settings
}

/**
 * Profile by profile. A cap that cannot be read is the smallest: whoever set one wanted one, and without it all that waits would be
 * sent.
 */
const { dailyCaps, dailyAmountCaps } = settingsSchema.shape.queue.shape
const CAPS = {
  dailyCaps: z.record(z.string(), dailyCaps.valueType.catch(1)),
  dailyAmountCaps: z.record(z.string(), dailyAmountCaps.valueType.catch({ unit: 'USD', value: 0 })),
}

/** Value by value, so that one of another version does not take the rest with it. */
function readPart(part: keyof Settings, value: unknown): object {
  const given = objectIn(value)
  const defaults: Readonly<Record<string, Json>> = DEFAULT_SETTINGS[part]
  const fields: Readonly<Record<string, z.ZodType>> = {
    ...settingsSchema.shape[part].shape,
    ...(part === 'queue' && CAPS),
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => {
      const parsed = schema.safeParse(given[name])
      return [name, parsed.success ? parsed.data : defaults[name]]
    }),
  )
}

function objectIn(value: unknown): Readonly<Record<string, Json>> {
  const parsed = z.record(z.string(), jsonSchema).safeParse(value)
  return parsed.success ? parsed.data : {}
}

function defined<Part extends object>(
  part: Part | undefined,
): { [Key in keyof Part]: Exclude<Part[Key], undefined> } {
  return Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as never
}
