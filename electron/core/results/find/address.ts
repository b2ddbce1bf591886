/**
 * Reads one text as an address: cleaned of what sloppy services leave in it, otherwise byte for byte as it was given,
 * because the signature in it covers the spelling.
 */
import { isLocalService, refusedAddress } from '../../network/safe-address.ts'
import { kindOfExtension } from '../../media/kinds.ts'

export interface Address {
  readonly kind: 'address'
  readonly url: string
  /** Equal for two spellings of the same file. */
  readonly identity: string
  /** Lower case, without the dot; empty where neither the path nor the query names a known one. */
  readonly extension: string
  /** Host and path without the extension: what the formats of one content have in common. Empty without an extension. */
  readonly stem: string
  /** The last part of the path. */
  readonly name: string
  readonly host: string
  /** Signed for a while, as storage does: what is behind it is a file, never a page. */
  readonly isSigned: boolean
  readonly segments: readonly string[]
  /** The path ends with a slash and nothing follows. */
  readonly isFolder: boolean
}

/** What a text without a host may be, by its key: nothing, a file's path, or any address. */
export type MayBeRelative = 'no' | 'file' | 'address'

/** `text` is an address that Atelier does not follow. */
export interface Refused {
  readonly kind: 'refused'
  readonly reason: string
}

const LONGEST = 65_536
const SIGNATURE =
  /^(?:x-(?:amz|goog|oss|tos|obs)-signature|q-signature|signature|sig|auth_key|hmac|(?:access_?)?token)$/iu
const WEB = /^https?:(?:\\?\/){2}[^\s/\\]/iu
const DANGEROUS =
  /^(?:javascript|vbscript|file|ftp|ftps|sftp|smb|blob|about|mailto|tel|ms-[a-z-]+|chrome|view-source):/iu
const CLOUD = /^(?:gs|s3|oss|cos|az|abfss?|r2|ipfs|ar|asset|hdfs):\/\//iu
const ON_A_COMPUTER = 'it is a path on a computer or its network, not an address'
const MAX_PARTS = 10_000
/** Folders of a computer: https://refspecs.linuxfoundation.org/FHS_3.0/fhs-3.0.html, section 3, and those of macOS. */
const SYSTEM_FOLDER =
  /^\/(?:bin|boot|dev|etc|home|mnt|opt|private|proc|root|run|srv|usr|var|Applications|Users|Volumes)\//u
/** No file's name is longer; running text is. */
const MAX_SPACED = 255

/** Null when the text is no address. A path without a host is completed with `baseUrl` where `mayBeRelative` allows it. */
export function readAddress(
  text: string,
  baseUrl: string | undefined,
  mayBeRelative: MayBeRelative,
): Address | Refused | null {
  if (text.length > LONGEST) return null
  const clean = cleaned(text)
  if (WEB.test(clean)) {
    const isOne = !/\s/u.test(clean) || (isSpacedName(clean) && clean.indexOf('://', 8) === -1)
    return isOne ? complete(clean, baseUrl) : null
  }
  if (/^\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?\/\S*$/u.test(clean)) {
    return complete(`${URL.parse(baseUrl ?? '')?.protocol ?? 'https:'}${clean}`, baseUrl)
  }
  if (DANGEROUS.test(clean)) return refused(`${clean.split(':')[0] ?? ''}: is not a safe way to fetch a file`)
  if (CLOUD.test(clean)) return refused('the address can be read only with an account at that storage')
  if (/^(?:\\\\[^\\]|[a-z]:\\)/iu.test(clean)) return refused(ON_A_COMPUTER)
  return mayBeRelative === 'no' ? null : relative(clean, baseUrl, mayBeRelative === 'address')
}

/** Several addresses in one text, parted by commas, bars, semicolons or white space; null when there is at most one. */
export function splitAddresses(whole: string): readonly string[] | null {
  const text = whole.trimStart()
  if (!/^["'<]?https?:\/\//iu.test(text) || text.indexOf('://', 8) === -1) return null
  const starts: number[] = [0]
  for (const { index } of text.matchAll(/(?<=[\s,;|])["'<]?https?:\/\//giu)) {
    starts.push(index)
    if (starts.length > MAX_PARTS) return null
  }
  const parts = starts.map((start, at) => withoutSeparator(text.slice(start, starts[at + 1]).trim()))
  return parts.length > 1 && parts.every((part) => !/\s/u.test(part)) ? parts : null
}

function withoutSeparator(part: string): string {
  return /[,;|]$/u.test(part) ? part.slice(0, -1).trimEnd() : part
}

/** Space inside an address is one file's name only when an extension ends it. */
function isSpacedName(text: string): boolean {
  const space = text.search(/\s/u)
  if (text.charAt(space) !== ' ' || text.includes('\n')) return false
  const lastSpace = text.lastIndexOf(' ')
  const query = text.indexOf('?', lastSpace)
  return /\.[a-z0-9]{2,5}$/iu.test(query === -1 ? text.slice(-6) : text.slice(Math.max(0, query - 6), query))
}

/** Without a root and an extension it takes a key that speaks of an address, and two parts of some length. */
function relative(text: string, baseUrl: string | undefined, isAddress: boolean): Address | Refused | null {
  const path = /^(?:\.{0,2}\/)?(?:[^\s/\\:?#]+\/)*[^\s/\\:?#]+(?:\?\S*)?$/u
  const [spaced = ''] = text.split('?')
  const hasSpaces = spaced.includes(' ') && text.length <= MAX_SPACED && !/[\n\t]| {2}/u.test(text)
  if (!path.test(hasSpaces ? text.replaceAll(' ', '_') : text) || text.startsWith('//')) return null
  const isRooted = /^\.{0,2}\//u.test(text) && text.length > 1
  const isNested = isAddress && /^[^/]{2,}\/.*[^/]{2}$/u.test(spaced) && !/[,;]/u.test(spaced)
  if (extensionOf(spaced) === '' && !isRooted && !isNested) return null
  if (!isAddress && SYSTEM_FOLDER.test(text)) return refused(ON_A_COMPUTER)
  if (baseUrl === undefined) return refused('it is only a part of an address, and nothing says of which host')
  const url = URL.parse(text, baseUrl)
  return url ? complete(url.href, baseUrl) : null
}

function complete(text: string, baseUrl: string | undefined): Address | Refused {
  const url = URL.parse(text)
  if (!url) return refused('the address cannot be read')
  const reason = refusalOf(url, baseUrl)
  if (reason !== null) return refused(reason)
  const path = decoded(url.pathname)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const inPath = extensionOf(name)
  const extension = inPath || extensionInQuery(url.searchParams)
  return {
    kind: 'address',
    url: text,
    identity: `${url.host}${path}${contentQuery(url)}`,
    extension,
    stem:
      inPath === ''
        ? ''
        : `${url.host}${path.slice(0, path.length - name.length)}${withoutExtension(name, inPath)}`,
    name,
    host: url.hostname,
    isSigned: Array.from(url.searchParams.keys()).some((key) => SIGNATURE.test(key)),
    segments: path.split('/').filter((segment) => segment !== ''),
    isFolder: url.search === '' && text.endsWith('/'),
  }
}

/** Hosts that may be numbers or this computer. Any other name is public until it is resolved, which the downloader checks. */
const UNUSUAL_HOST = /^\[|(?:^|\.)(?:[\dx]+|localhost|local|internal)\.?$/iu

/** Plain http is the downloader's question; here only where a response must not lead. */
function refusalOf(url: URL, baseUrl: string | undefined): string | null {
  if (!UNUSUAL_HOST.test(url.hostname) && url.username === '' && url.password === '') return null
  if (/^(?:169\.254\.|\[fe[89ab])/u.test(url.hostname)) return `${url.hostname} is inside a private network`
  const secure = new URL(url.href)
  secure.protocol = 'https:'
  return refusedAddress(secure, baseUrl === undefined || isLocalService(baseUrl))
}

function cleaned(text: string): string {
  let clean = stripped(text.trim(), '\u200B\uFEFF"\'`<', '\u200B\uFEFF"\'`>')
  if (/^https?%3A%2F%2F/iu.test(clean)) clean = decoded(clean)
  if (!/^(?:https?:)?\\?\/\\?\//iu.test(clean)) return clean
  return clean
    .replace(/\\{1,8}\//gu, '/')
    .replace(/\\u0026/giu, '&')
    .replace(/\\u003d/giu, '=')
    .replace(/&(?:amp|#38|#x26);/giu, '&')
    .replace(/&amp;/giu, '&')
}

/** A regular expression for the end of a text begins anew at each of its characters. */
function stripped(text: string, before: string, behind: string): string {
  let from = 0
  let to = text.length
  while (from < to && before.includes(text.charAt(from))) from++
  while (to > from && behind.includes(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

function extensionOf(name: string): string {
  const found = /\.([a-z0-9]{2,11})(?:[!@~:][^/]*)?$/iu.exec(name)?.[1]?.toLowerCase() ?? ''
  return kindOfExtension(found) || /^x?html?$/u.test(found) ? found : ''
}

function withoutExtension(name: string, extension: string): string {
  return name.slice(0, name.toLowerCase().lastIndexOf(`.${extension}`))
}

/** What only tells a browser to save the file instead of showing it. */
const SAVING = /^(?:download|dl|attachment)$/iu

/** The query, without what makes no other file of it. */
function contentQuery({ search, searchParams }: URL): string {
  if (!Array.from(searchParams.keys()).some((key) => SAVING.test(key))) return search
  return new URLSearchParams(Array.from(searchParams).filter(([key]) => !SAVING.test(key)))
    .toString()
    .replace(/^(?=.)/u, '?')
}

/** What a query promises: `format=webp`, or else a name, as in `response-content-disposition` and `filename=a.png`. */
function extensionInQuery(query: URLSearchParams): string {
  let promised = ''
  for (const [key, value] of query) {
    if (value.length > 400) continue
    const isFormat = /^(?:format|fmt|fm|ext|output_format|type|mime)$/iu.test(key)
    const word = isFormat ? value.split('/').at(-1) : /\.([a-z0-9]{2,5})["';]*$/iu.exec(value)?.[1]
    if (word === undefined || !kindOfExtension(word)) continue
    if (isFormat) return word.toLowerCase()
    promised ||= word.toLowerCase()
  }
  return promised
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function refused(reason: string): Refused {
  return { kind: 'refused', reason }
}
