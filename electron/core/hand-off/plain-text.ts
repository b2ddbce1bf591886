/** Texts of the user as the files of other programs take them. */

/** Controls, and what XML 1.0 does not know: section 2.2. Tabs and line feeds stay. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const UNWRITABLE = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]/gu
/** What turns the direction of writing, so that a name reads as another one: Unicode Technical Report 36, 2.5. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu

/** Lines of text, none of them empty. */
export function plainLines(text: string): readonly string[] {
  return text
    .toWellFormed()
    .split(/\r\n|[\r\n\u0085\u2028\u2029]/u)
    .map((line) => line.replace(UNWRITABLE, '').trim())
    .filter((line) => line !== '')
}

/** One line that reads as it is written: for names. */
export function plainLine(text: string): string {
  return plainLines(text).join(' ').replace(/\s+/gu, ' ').replace(TURNS, '').trim()
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A plain text inside of an element or an attribute of XML. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? '')
}
