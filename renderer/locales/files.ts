/** Loads the files of a language. The build puts loaders of its own here (electron/scripts/build/language-messages.ts). */
import type { Language } from '#contract/rules/languages.ts'

type Packed = Readonly<Record<string, unknown>>

/** How a language was translated. */
interface Translation {
  /** The messages that nobody has read a second time. */
  readonly unread: readonly string[]
}

const MESSAGES = import.meta.glob<Packed>(['./*/*.json', '!./*/translation.json'], { import: 'default' })
const TRANSLATIONS = import.meta.glob<Translation>('./*/translation.json', { import: 'default' })

export async function loadMessages(language: Language, area: string): Promise<Packed> {
  return (await MESSAGES[`./${language}/${area}.json`]?.()) ?? {}
}

/** Undefined for English, which nobody has translated. */
export async function loadTranslation(language: Language): Promise<Translation | undefined> {
  return TRANSLATIONS[`./${language}/translation.json`]?.()
}

/** What the components of React Aria say. Unbuilt, they hold it themselves. */
export async function loadComponentMessages(_language: Language): Promise<void> {
  await Promise.resolve()
}
