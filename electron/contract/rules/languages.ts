/**
 * The languages that are offered, each by its own name. A language is a folder in `contract/messages/`, one in `renderer/locales/`, and a
 * line here; it is offered whole or not at all.
 */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  'zh-Hans': '简体中文',
} as const

export type Language = keyof typeof LANGUAGES

/** `system`: as the reader's system or browser asks. */
export type LanguageChoice = Language | 'system'

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

/**
 * The offered language for a reader: the one that was chosen, else the first of `wanted` that is there, else English. A region has no
 * part in it, a script has: `pt-PT` reads Brazilian Portuguese, `zh-TW` is not served with simplified characters.
 */
export function languageFor(choice: LanguageChoice, wanted: readonly string[]): Language {
  if (choice !== 'system') return choice
  for (const tag of wanted) {
    const found = LANGUAGE_CODES.find((code) => isWrittenAs(tag, code))
    if (found !== undefined) return found
  }
  return 'en'
}

/** Whether who reads a tag's language (RFC 5646) reads this one: it has the same language and script. */
export function isWrittenAs(tag: string, language: Language): boolean {
  const written = writtenAs(tag)
  return written !== null && written === writtenAs(language)
}

function writtenAs(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}

/** The tags of an Accept-Language header, the most wanted first (RFC 9110, 12.5.4). */
export function acceptedLanguages(header: string | null): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...more] = part.split(';').map((word) => word.trim())
      const quality = more.find((word) => word.startsWith('q='))?.slice(2) ?? '1'
      return { tag, quality: Number(quality) }
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
}

/** What a terminal reads, by its environment (POSIX, "Environment Variables", 8.2): `C` and nothing at all are English. */
export function terminalLanguage(environment: Readonly<Record<string, string | undefined>>): Language {
  const told = [environment['LC_ALL'], environment['LC_MESSAGES'], environment['LANG']].find(Boolean)
  const [tag = ''] = (told ?? '').split(/[.@]/u)
  return languageFor('system', [tag.replaceAll('_', '-')])
}
