/** The reader's own way to write times and numbers, for words that are English. */

/**
 * The reader's own English, else an English that counts the
 * hours of the day as they do.
 */
export function readerLocale(languages: readonly string[]): string {
  const english = languages.find((language) => /^en(-|$)/i.test(language))
  if (english !== undefined) return english
  const [first] = languages
  const { hourCycle } = new Intl.DateTimeFormat(first, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h23' || hourCycle === 'h24' ? 'en-GB' : 'en'
}
