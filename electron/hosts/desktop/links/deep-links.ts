/**
 * Links from other programs: `atelier://task/<id>`, `atelier://gallery` and `atelier://create?prompt=…&provider=…&model=…&media=…`.
 *
 * Any web page can offer one. So they are read strictly, and say only what the page is to show: a link never sends, changes
 * or deletes anything. `atelier://app/`, the page's own origin, is none of them.
 *
 * The system knows the scheme from the installation: electron-builder's `protocols`, on Windows assets/installer.nsh. On macOS a link comes as the event
 * `open-url`, elsewhere among the arguments of a start (electron.d.ts, `App`, events `open-url` and `second-instance`).
 */
import { type Command, formFieldsSchema } from '#contract/app.ts'
import { mediaTypeSchema } from '#contract/models.ts'

export const LINK_START = 'atelier://'
/** Longer links are not read at all. The longest that Windows hands over is about 32,000 characters. */
const MAX_LINK = 32_000

/** Ids as Atelier makes them: letters, digits, `-` and `_`. Matched as it stands, before a parser puts `..` in order. */
const TASK_LINK = /^atelier:\/\/task\/([A-Za-z0-9_-]{1,100})\/?$/i
const linkSchema = formFieldsSchema.omit({ mediaType: true }).extend({ media: mediaTypeSchema.optional() })

/** What a link asks the page to show; null where it is none of them, says anything besides, or says it twice. */
export function parseDeepLink(link: string): Command | null {
  if (link.length > MAX_LINK || hasControlCharacters(link)) return null
  const [, id] = TASK_LINK.exec(link) ?? []
  if (id !== undefined) return { kind: 'openTask', id }
  const url = URL.parse(link)
  if (url?.protocol !== 'atelier:' || url.username || url.password || url.port || url.hash) return null
  const isPlain = url.search === '' && ['', '/'].includes(url.pathname)
  if (url.host === 'gallery' && isPlain) return { kind: 'run', command: 'place:gallery' }
  if (url.host !== 'create' || !['', '/'].includes(url.pathname)) return null
  const names = [...url.searchParams.keys()]
  if (new Set(names).size < names.length) return null
  const parsed = linkSchema.safeParse(Object.fromEntries(url.searchParams))
  if (!parsed.success) return null
  const { media, ...rest } = parsed.data
  return { kind: 'fillForm', fields: { ...rest, ...(media === undefined ? {} : { mediaType: media }) } }
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
