/** The words of the interface: those of the first view, to which every part that is loaded later adds its own. */
import packed from './en.json'
import type agents from './en/agents.json'
import type arena from './en/arena.json'
import type create from './en/create.json'
import type gallery from './en/gallery.json'
import type palette from './en/palette.json'
import type queue from './en/queue.json'
import type sequences from './en/sequences.json'
import type settings from './en/settings.json'
import type spending from './en/spending.json'

type Messages = typeof packed &
  typeof agents &
  typeof arena &
  typeof create &
  typeof gallery &
  typeof palette &
  typeof queue &
  typeof sequences &
  typeof settings &
  typeof spending

/** The ids of the locale files are the only ones that compile. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof Messages
    }
  }
}

/** As the build writes them: short, for they are a tenth of what a first view loads. A text; the number that stands for `#`; or its type and its name, what is said in each case, and what else is told of it. */
type PackedPart =
  | string
  | number
  | readonly [
      type: number,
      name: string,
      cases?: Readonly<Record<string, readonly PackedPart[]>> | null,
      more?: Readonly<Record<string, unknown>>,
    ]

const PLURAL = 6

/** The messages as react-intl takes them. Those that no build has packed stay texts. */
export function unpackMessages(packed: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(packed).map(([name, parts]) => [
    name,
    typeof parts === 'string' ? parts : (parts as readonly PackedPart[]).map(unpack),
  ])
  // React-intl takes parsed messages as well; its types name one of both.
  return Object.fromEntries(entries) as Record<string, string>
}

function unpack(part: PackedPart): object {
  if (typeof part === 'string') return { type: 0, value: part }
  if (typeof part === 'number') return { type: part }
  const [type, value, cases, more] = part
  const options =
    cases &&
    Object.fromEntries(Object.entries(cases).map(([name, parts]) => [name, { value: parts.map(unpack) }]))
  return {
    type,
    value,
    ...(options && { options }),
    ...(type === PLURAL && { offset: 0, pluralType: 'cardinal' }),
    ...more,
  }
}

export const messages = unpackMessages(packed)

/** Called as a part's script is loaded, before anything of it is shown. */
export function addMessages(more: Readonly<Record<string, unknown>>): void {
  Object.assign(messages, unpackMessages(more))
}
