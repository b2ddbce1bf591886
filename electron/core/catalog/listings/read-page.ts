/**
 * Finds the listing in a text that is not JSON: the data that a web page carries for its own script, or a list in Markdown.
 *
 * Owns the way to the listing. Reading it is `read-models.ts`'s business.
 */
import type { Json, JsonObject } from '#contract/json.ts'
import { parseBoundedJson } from '../../json/bounded-json.ts'
import { isId } from './read-entry.ts'
import { asList, asObject } from '../../json/read-json.ts'
import { isScene } from './read-words.ts'

const MAX_SCRIPTS = 50
const MAX_LINES = 20_000
const MAX_VALUES = 100_000

/** A listing for `readModels`, or null where the text holds none. Linear in the length of the text. */
export function listingIn(text: string): Json | null {
  return /^\s*</u.test(text) ? listingInPage(text) : listingInMarkdown(text)
}

/** The largest list under a key that speaks of models, in the page's scripts of type JSON. */
function listingInPage(page: string): Json | null {
  const opening = /<script\b[^<>]{0,300}\btype\s*=\s*["']?application\/json\b[^<>]{0,300}>/giu
  let listing: readonly Json[] = []
  for (
    let seen = 0, match = opening.exec(page);
    match && seen < MAX_SCRIPTS;
    match = opening.exec(page), seen++
  ) {
    const end = page.indexOf('</script', opening.lastIndex)
    if (end === -1) break
    const data = parseBoundedJson(page.slice(opening.lastIndex, end).trim())
    opening.lastIndex = end
    const found = data === undefined ? [] : longestModels(data)
    if (found.length > listing.length) listing = found
  }
  return listing.length > 0 ? { models: listing } : null
}

function longestModels(data: Json): readonly Json[] {
  const waiting: Json[] = [data]
  let longest: readonly Json[] = []
  for (let at = 0; at < waiting.length && at < MAX_VALUES; at++) {
    const value = waiting[at]
    for (const [key, inner] of Object.entries(asObject(value) ?? asList(value) ?? {})) {
      const list = /models?$/iu.test(key) ? asList(inner) : null
      if (list && list.length > longest.length && list.every((item) => asObject(item))) longest = list
      if (typeof inner === 'object' && inner !== null && waiting.length < MAX_VALUES) waiting.push(inner)
    }
  }
  return longest
}

/** Points of lists that begin with an id as code, under headings that may name a media type; in parentheses whose they are. */
function listingInMarkdown(text: string): Json | null {
  const groups: { category: string; items: JsonObject[] }[] = []
  let category = ''
  for (const line of text.split('\n', MAX_LINES)) {
    const heading = /^#{1,6} (.{1,200})$/u.exec(line.trimEnd())?.[1]
    if (heading !== undefined) category = heading
    const [, id = '', rest = ''] = /^ {0,8}[-*+] \**`([^`]{1,200})`\**(.{0,500})/u.exec(line) ?? []
    if (id === '' || !isId(id)) continue
    const provider = /^\s*\(([\w .-]{1,60})\)/u.exec(rest)?.[1]
    const scenes = rest.split(/[\s,;|()]+/u).filter(isScene)
    const item = { id, ...(provider ? { provider } : {}), ...(scenes.length > 0 ? { scenes } : {}) }
    const group = groups.at(-1)
    if (group?.category === category) group.items.push(item)
    else groups.push({ category, items: [item] })
  }
  return groups.length > 0 ? groups : null
}
