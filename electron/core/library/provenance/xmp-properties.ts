/**
 * Reads single properties of an XMP packet by their usual names, as attributes or as elements.
 *
 * The packet is searched, not parsed as XML: it may be broken, and nothing in it is to be resolved. Source: XMP Specification Part 1
 * (2012), 7.4 (RDF) and 7.9 (shorthand).
 */
import { fromXml } from './xmp.ts'

const MAX_ITEMS = 1_000
const ITEM_END = '</rdf:li>'
/** Of what looks like an attribute: each is looked at with what stands before it. */
const MAX_TRIES = 50

/** The text of a property, the first where it holds several; null where there is none. */
export function propertyIn(packet: string, name: string): string | null {
  return itemsIn(packet, name)[0] ?? null
}

/** All texts of a property that holds a list. */
export function itemsIn(packet: string, name: string): readonly string[] {
  const attribute = attributeIn(packet, name)
  if (attribute !== null) return [fromXml(attribute)]
  const start = packet.indexOf(`<${name}`)
  const end = start < 0 ? -1 : packet.indexOf(`</${name}>`, start)
  if (end < 0 || !/[\s>]/.test(packet[start + name.length + 1] ?? '')) return []
  const content = packet.slice(packet.indexOf('>', start) + 1, end)
  if (!content.includes('<rdf:')) return content.includes('<') ? [] : [fromXml(content)]
  const items: string[] = []
  // Each part is looked at once, whatever is missing in it.
  for (const part of content.split(ITEM_END, MAX_ITEMS + 1).slice(0, -1)) {
    const item = part.slice(part.lastIndexOf('<rdf:li'))
    const text = item.startsWith('<rdf:li') ? item.slice(item.indexOf('>') + 1) : '<'
    if (!text.includes('<')) items.push(fromXml(text))
  }
  return items
}

/** The words of a text may look like an attribute, and a longer name may end like this one. */
function attributeIn(packet: string, name: string): string | null {
  let at = packet.indexOf(`${name}=`)
  for (let tried = 0; at >= 0 && tried < MAX_TRIES; tried++) {
    const quote = packet[at + name.length + 1]
    const isWhole = /\s/.test(packet[at - 1] ?? '') && (quote === '"' || quote === "'")
    if (isWhole && isInTag(packet.slice(Math.max(0, packet.lastIndexOf('<', at)), at)))
      return between(packet.slice(at), quote, quote)
    at = packet.indexOf(`${name}=`, at + 1)
  }
  return null
}

/** Whether a tag is still open after `text`, which begins with it: outside of its values, where `>` may stand. */
function isInTag(text: string): boolean {
  return text.startsWith('<') && !/[>"']/.test(text.replace(/"[^"]*"|'[^']*'/g, ''))
}

function between(text: string, start: string, end: string): string | null {
  const from = text.indexOf(start)
  const to = from < 0 ? -1 : text.indexOf(end, from + start.length)
  return to < 0 ? null : text.slice(from + start.length, to)
}
