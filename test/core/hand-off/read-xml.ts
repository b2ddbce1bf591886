/** Reads XML 1.0 as far as the files here use it, and refuses everything else. Shares no code with what writes them. */

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// oxlint-disable-next-line no-control-regex -- what XML 1.0, 2.2 forbids
const FORBIDDEN = /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/u

/** @throws Error where the text is not well formed. */
export function readXml(text: string): XmlElement {
  if (FORBIDDEN.test(text)) throw new Error('A character that XML does not know.')
  const head = /^<\?xml version="1.0" encoding="UTF-8"\?>\n<!DOCTYPE (\w+)>\n/.exec(text)
  if (!head) throw new Error('No prolog.')
  const open: { name: string; attributes: Record<string, string>; children: XmlElement[] }[] = []
  let root: XmlElement | null = null
  for (let at = head[0].length; at < text.length;) {
    const tag = /^\s*<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>\s*/.exec(text.slice(at, at + 20_000))
    if (!tag) throw new Error(`No element at ${at}: ${text.slice(at, at + 60)}`)
    const [whole, isEnd, name = '', attributes = '', isEmpty] = tag
    at += whole.length
    if (root && open.length === 0) throw new Error('Something follows the root.')
    if (isEnd) {
      if (open.pop()?.name !== name) throw new Error(`The end of ${name} ends another.`)
      continue
    }
    const element = { name, attributes: attributesOf(attributes), children: [] as XmlElement[] }
    open.at(-1)?.children.push(element)
    root ??= element
    if (!isEmpty) open.push(element)
  }
  if (!root || open.length > 0 || root.name !== head[1])
    throw new Error('The root does not end, or is another.')
  return root
}

function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, key = '', value = ''] of text.matchAll(/([\w-]+)="([^"]*)"/g)) {
    if (key in attributes) throw new Error(`${key} stands there twice.`)
    attributes[key] = value.replace(/&(\w*);?/g, (said, entity: string) => {
      const character = ENTITIES[entity]
      if (character === undefined || !said.endsWith(';')) throw new Error(`The entity ${said} is none.`)
      return character
    })
  }
  return attributes
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name)
}

/** @throws Error where there is not exactly one. */
export function onlyChild(element: XmlElement, name: string): XmlElement {
  const [child, ...more] = childrenOf(element, name)
  if (!child || more.length > 0) throw new Error(`${element.name} has no or more than one ${name}.`)
  return child
}
