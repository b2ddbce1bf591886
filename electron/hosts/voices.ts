/**
 * In which language the host speaks: the one that the user chose, else the first of a reader's languages that is offered. The choice takes
 * effect at once; a catalogue is loaded when it is first needed.
 */
import { type Language, type LanguageChoice, languageFor } from '#contract/rules/languages.ts'
import type { Message } from '#contract/messages/message.ts'
import { settingsSchema } from '#contract/settings.ts'
import type { App } from '#core/app.ts'
import { createSay, type Say } from '#core/messages/render.ts'
import type { SettingsFile } from '#core/ports/settings.ts'

export interface Voices {
  /** For scripts and agents, whatever the user reads. */
  readonly english: Say
  /** What a reader of these languages reads, the best first. */
  languageOf(readers: readonly string[]): Language
  find(readers: readonly string[]): Promise<Say>
  /** The same for what cannot wait: English until the language has been found once. */
  now(readers: readonly string[]): Say
  /** Called when the user has chosen another language. */
  onChange(listener: () => void | Promise<void>): () => void
  /** Takes the user's choice from the settings, and follows it until the returned function is called. */
  follow(app: Pick<App, 'subscribe'>, settings: Pick<SettingsFile, 'get'>): () => void
}

/** Speaks as the readers' systems ask until it follows the settings. */
export async function openVoices(): Promise<Voices> {
  const english = await createSay('en')
  const ready = new Map<Language, Say>([['en', english]])
  const loading = new Map<Language, Promise<Say>>()
  const listeners = new Set<() => void | Promise<void>>()
  let choice: LanguageChoice = 'system'
  const load = async (language: Language): Promise<Say> => {
    const say = await createSay(language)
    ready.set(language, say)
    return say
  }
  const languageOf = (readers: readonly string[]): Language => languageFor(choice, readers)
  const find = async (readers: readonly string[]): Promise<Say> => {
    const language = languageOf(readers)
    const found = loading.get(language) ?? load(language)
    loading.set(language, found)
    return found
  }
  return {
    english,
    languageOf,
    find,
    now(readers) {
      const say = ready.get(languageOf(readers))
      if (say === undefined) void find(readers)
      return say ?? english
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    follow(app, settings) {
      const { language } = settingsSchema.shape.appearance.shape
      choice = language.safeParse(objectIn(settings.get('appearance'))['language']).data ?? 'system'
      return app.subscribe((event) => {
        if (event.name !== 'settings.changed' || event.data.settings.appearance.language === choice) return
        choice = event.data.settings.appearance.language
        for (const listener of Array.from(listeners)) void listener()
      })
    },
  }
}

/** One voice for a reader of these languages, which changes with the user's choice. */
export function voiceOf(voices: Voices, readers: readonly string[]): Say {
  const say = (said: Message): string => voices.now(readers)(said)
  return Object.defineProperty(say, 'isEnglish', { get: () => voices.now(readers).isEnglish })
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
