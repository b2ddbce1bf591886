/**
 * The messages of the interface, in the language that is read: those of the first view, to which every part that is loaded later adds its own.
 *
 * Nothing but the chosen language is loaded. Another one is loaded whole, with the messages of every part that is there, before anything is
 * shown in it: what is being typed stays, and no view begins anew.
 */
import { createStore } from 'zustand/vanilla'
import type { Language } from '#contract/rules/languages.ts'
import { loadPart } from './load-part.ts'
import { loadComponentMessages, loadTranslation, loadMessages } from './files.ts'
import type agents from './en/agents.json'
import type arena from './en/arena.json'
import type create from './en/create.json'
import type first from './en/first.json'
import type gallery from './en/gallery.json'
import type palette from './en/palette.json'
import type queue from './en/queue.json'
import type sequences from './en/sequences.json'
import type settings from './en/settings.json'
import type spending from './en/spending.json'

interface Areas {
  readonly agents: typeof agents
  readonly arena: typeof arena
  readonly create: typeof create
  readonly first: typeof first
  readonly gallery: typeof gallery
  readonly palette: typeof palette
  readonly queue: typeof queue
  readonly sequences: typeof sequences
  readonly settings: typeof settings
  readonly spending: typeof spending
}

type Area = keyof Areas
type Ids = { [One in Area]: keyof Areas[One] }[Area]

/** The ids of the English files are the only ones that compile. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: Ids
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

/** What is read: a language, and its messages so far. */
export interface Spoken {
  readonly language: Language
  /** Grows with the parts that are loaded. */
  readonly messages: Record<string, string>
}

const areas = new Set<Area>(['first'])
let wanted: Language = 'en'

/** Empty until `speak` has been called once. */
export const spoken = createStore<Spoken>()(() => ({ language: 'en', messages: {} }))

/** Loads a language with the messages of every part that is there, then shows it. What is wanted last is shown last. */
export async function speak(language: Language): Promise<void> {
  wanted = language
  const parts = Array.from(areas)
  const added = await Promise.all(parts.map((area) => load(language, area)))
  const messages: Record<string, string> = Object.assign({}, ...added)
  if (wanted !== language) return
  // A part came meanwhile, with the messages of the language before.
  if (areas.size > parts.length) return speak(language)
  spoken.setState({ language, messages })
  void speakComponents(language)
}

/** After the first view, which does not wait for it: everything is drawn once more. */
async function speakComponents(language: Language): Promise<void> {
  if (language === 'en') return
  await loadComponentMessages(language)
  const { messages, ...now } = spoken.getState()
  if (now.language === language) spoken.setState({ messages: { ...messages } })
}

const loading = new Set<Promise<void>>()

/** Called as a part's script is loaded: its messages are on their way then. */
export function addMessages(area: Area): void {
  if (areas.has(area)) return
  areas.add(area)
  const added = addInto(area).finally(() => loading.delete(added))
  loading.add(added)
}

async function addInto(area: Area): Promise<void> {
  const language = wanted
  Object.assign(spoken.getState().messages, await load(language, area))
  if (wanted !== language) await addInto(area)
}

/** A part that is loaded when it is needed, once its messages are there too. */
export async function withMessages<Part>(load: () => Promise<Part>): Promise<Part> {
  const loaded = await loadPart(load)
  await Promise.all(loading)
  return loaded
}

async function load(language: Language, area: Area): Promise<Record<string, string>> {
  return unpackMessages(await loadPart(() => loadMessages(language, area)))
}

/** How many messages of a language nobody has read a second time, the host's among them. */
export async function countUnread(language: Language): Promise<number> {
  return (await loadTranslation(language))?.unread.length ?? 0
}
