/** The reader's own way to write times and numbers, for words that are English. */

/**
 * The English that comes nearest to the reader's languages: their own where they read English, else one that counts the
 * hours of the day as they do.
 */
export function readerLocale(languages: readonly string[]): string {
  const english = languages.find((language) => /^en(-|$)/i.test(language))
  if (english !== undefined) return english
  const [first] = languages
  const { hourCycle } = new Intl.DateTimeFormat(first, { hour: 'numeric' }).resolvedOptions()
  return hourCycle === 'h23' || hourCycle === 'h24' ? 'en-GB' : 'en'
}
