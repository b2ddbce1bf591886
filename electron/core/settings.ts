/** The user's settings: parsed from the file, changed in parts, announced. */
import { succeed } from '#contract/errors.ts'
import { DEFAULT_SETTINGS, settingsSchema, type Settings, type SettingsChange } from '#contract/settings.ts'
import type { EventBus } from './events.ts'
import type { SettingsFile } from './ports/settings.ts'
import type { HandlersFor } from './router.ts'

export interface SettingsStore {
  current(): Settings
  change(change: SettingsChange): Settings
}

/** A part of the file that does not parse counts as its default; the file keeps it until that part is changed. */
export function createSettingsStore(file: SettingsFile, events: EventBus): SettingsStore {
  let settings = readSettings(file)
  return {
    current: () => settings,
    change: (change) => {
      settings = {
        appearance: { ...settings.appearance, ...defined(change.appearance) },
        queue: { ...settings.queue, ...defined(change.queue) },
      }
      if (change.appearance) file.set('appearance', settings.appearance)
      if (change.queue) file.set('queue', settings.queue)
      events.emit('settings.changed', { settings })
      return settings
    },
  }
}

export function createSettingsHandlers(store: SettingsStore): HandlersFor<'settings'> {
  return {
    'settings.get': () => succeed(store.current()),
    'settings.set': (change) => succeed(store.change(change)),
  }
}

function readSettings(file: SettingsFile): Settings {
  const appearance = settingsSchema.shape.appearance.safeParse(file.get('appearance'))
  // Parts that an older version did not know have their defaults.
  const queue = settingsSchema.shape.queue.safeParse({
    ...DEFAULT_SETTINGS.queue,
    ...objectIn(file.get('queue')),
  })
  return {
    appearance: appearance.success ? appearance.data : DEFAULT_SETTINGS.appearance,
    queue: queue.success ? queue.data : DEFAULT_SETTINGS.queue,
  }
}

function objectIn(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function defined<Part extends object>(
  part: Part | undefined,
): { [Key in keyof Part]: Exclude<Part[Key], undefined> } {
  return Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as never
}
