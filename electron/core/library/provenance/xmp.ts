/**
 * The XMP packet that carries a recipe: Atelier's own JSON for Atelier, and for other programs the prompt as a description,
 * the tags, the rating, and the plain label that a machine made this.
 *
 * Sources: XMP Specification Part 1 (2012), 7.3.2 (packets) and 7.4 (RDF); IPTC Photo Metadata Standard 2023.2, "Digital Source
 * Type". A packet that is there already is kept, and ours stands in it.
 */
import { isGenerated, recipeText, type EmbeddedRecipe } from './embedded-recipe.ts'
import type { MetadataEdit } from './container.ts'

const OWN_NAMESPACE = 'urn:atelier:recipe:1#'
/** Every block of ours begins so, in our own packets and in those of others. */
const OWN_BLOCK = `<rdf:Description rdf:about="" xmlns:atelier="${OWN_NAMESPACE}"`
const BLOCK_END = '</rdf:Description>'
const RECIPE_BLOCK = `${OWN_BLOCK}><atelier:Recipe>`
/** Source: https://cv.iptc.org/newscodes/digitalsourcetype/ */
const MADE_BY_MACHINE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
/** For people to read elsewhere; the whole prompt stands in the recipe. */
const MAX_DESCRIPTION = 10_000

const PACKET_START = `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>\n`
const PACKET_END = '\n<?xpacket end="w"?>'
const META_START =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
const RDF_END = '</rdf:RDF>'
const META_END = `${RDF_END}</x:xmpmeta>`

/** `existing` is the packet that the file has; null where there is none. */
export function composePacket(recipe: EmbeddedRecipe, version: string, existing: string | null): string {
  const foreign = existing === null ? '' : withoutOwnBlocks(existing)
  const end = foreign.lastIndexOf(RDF_END)
  const blocks = `${standardBlock(recipe, version, end < 0 ? '' : foreign)}${recipeBlock(recipe)}`
  if (end < 0 || isEmpty(foreign)) return `${PACKET_START}${META_START}${blocks}${META_END}${PACKET_END}`
  return foreign.slice(0, end) + blocks + foreign.slice(end)
}

/** What is left of a packet without what `composePacket` put there; null where nothing is. */
export function withoutRecipe(packet: string): string | null {
  const left = withoutOwnBlocks(packet)
  return isEmpty(left) ? null : left
}

/**
 * Divides a packet for containers that hold only a small one: what other programs read, and a packet of its own with the
 * recipe alone. Null where the packet has no recipe of ours.
 */
export function divideRecipe(packet: string): { readonly main: string; readonly recipe: string } | null {
  const start = packet.lastIndexOf(RECIPE_BLOCK)
  const end = packet.indexOf(BLOCK_END, start) + BLOCK_END.length
  if (start < 0 || end < BLOCK_END.length) return null
  return {
    main: packet.slice(0, start) + packet.slice(end),
    recipe: `${META_START}${packet.slice(start, end)}${META_END}`,
  }
}

/** Adds the note that says where the rest of a divided packet is: its MD5 in upper-case hex. XMP Part 3 (2016), 1.1.3.1. */
export function noteExtension(main: string, digest: string): string {
  const end = main.lastIndexOf(RDF_END)
  const note = `${OWN_BLOCK} xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="${digest}">${BLOCK_END}\n`
  return main.slice(0, end) + note + main.slice(end)
}

/** The JSON of our recipe in a packet, wherever another program put it when it wrote the packet anew; else null. */
export function findRecipeText(packet: string): string | null {
  const prefix = /xmlns:([\w-]{1,40})\s?=\s?["']urn:atelier:recipe:1#["']/.exec(packet)?.[1]
  if (prefix === undefined) return null
  const element = between(packet, `<${prefix}:Recipe>`, `</${prefix}:Recipe>`)
  if (element !== null) return fromXml(element)
  const attribute = between(packet, `${prefix}:Recipe="`, '"') ?? between(packet, `${prefix}:Recipe='`, "'")
  return attribute === null ? null : fromXml(attribute)
}

function recipeBlock(recipe: EmbeddedRecipe): string {
  return `${RECIPE_BLOCK}${toXml(recipeText(recipe))}</atelier:Recipe>${BLOCK_END}\n`
}

/** Properties that `foreign` speaks of already are left to it: a property may stand in a packet only once. */
function standardBlock(recipe: EmbeddedRecipe, version: string, foreign: string): string {
  const { prompt = '', title = '', tags, rating, createdAt } = recipe
  const date = createdAt === undefined ? '' : new Date(createdAt).toISOString()
  const attributes = [
    ['xmp:CreatorTool', `Atelier ${version}`],
    ['xmp:CreateDate', date],
    ['xmp:Rating', rating > 0 ? String(rating) : ''],
    ['Iptc4xmpExt:DigitalSourceType', isGenerated(recipe) ? MADE_BY_MACHINE : ''],
  ] as const
  const lists = [
    ['dc:description', 'Alt', prompt === '' ? [] : [clip(prompt)]],
    ['dc:title', 'Alt', title === '' ? [] : [title]],
    ['dc:subject', 'Bag', tags.slice(0, 100)],
  ] as const
  const isFree = (name: string) => !foreign.includes(name)
  return [
    `${OWN_BLOCK} xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"`,
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
    ...attributes
      .filter(([name, value]) => value !== '' && isFree(name))
      .map(([name, value]) => ` ${name}="${toXml(value)}"`),
    '>\n',
    ...lists
      .filter(([name, , items]) => items.length > 0 && isFree(name))
      .map(([name, list, items]) => listElement(name, list, items)),
    `${BLOCK_END}\n`,
  ].join('')
}

function listElement(name: string, list: 'Alt' | 'Bag', items: readonly string[]): string {
  const language = list === 'Alt' ? ' xml:lang="x-default"' : ''
  const inner = items.map((item) => `<rdf:li${language}>${toXml(item)}</rdf:li>`).join('')
  return `<${name}><rdf:${list}>${inner}</rdf:${list}></${name}>\n`
}

function withoutOwnBlocks(packet: string): string {
  const kept: string[] = []
  let position = 0
  for (;;) {
    const start = packet.indexOf(OWN_BLOCK, position)
    const end = start < 0 ? -1 : packet.indexOf(BLOCK_END, start)
    if (end < 0) break
    kept.push(packet.slice(position, start))
    position = end + BLOCK_END.length
    if (packet[position] === '\n') position++
  }
  return kept.join('') + packet.slice(position)
}

/** Whether nothing but the frame of a packet is left. */
function isEmpty(packet: string): boolean {
  return !/<(?!\?xpacket|\/?x:xmpmeta|\/?rdf:RDF)/.test(packet)
}

function between(text: string, start: string, end: string): string | null {
  const from = text.lastIndexOf(start)
  const to = from < 0 ? -1 : text.indexOf(end, from + start.length)
  return to < 0 ? null : text.slice(from + start.length, to)
}

function clip(prompt: string): string {
  return prompt.length <= MAX_DESCRIPTION ? prompt : `${prompt.slice(0, MAX_DESCRIPTION)}…`
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Nothing that a text says then looks like a property to who searches the packet.
  "'": '&apos;',
  '\r': '&#xD;',
}

/** Characters that XML 1.0 cannot say at all are left out. */
function toXml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- these are what is taken out
      .replace(/[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replace(/[&<>"'\r]/g, (character) => ESCAPES[character] ?? '')
  )
}

export function fromXml(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole: string, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )
}

/** The packet that a file is to have after an edit; null for none. `existing` is the one it has. */
export function editedPacket(edit: MetadataEdit, existing: string | null): string | null {
  switch (edit.kind) {
    case 'embed':
      return edit.compose(existing)
    case 'strip':
      return null
    case 'restore':
      return existing === null ? null : withoutRecipe(existing)
  }
}
