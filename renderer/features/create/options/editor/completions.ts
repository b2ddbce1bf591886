/** What can stand at a place of the options: keys that the model takes, values that fit them. */
import type { AnyField, OptionPath } from '#contract/rules/option-types/option-type.ts'
import { isOnlyRefused, type OptionKnowledge } from '../know-options.ts'
import { fieldAt, fieldsIn, offeredValues } from '#contract/rules/option-types/option-types.ts'
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { getLocation } from 'jsonc-parser'
import { keyOf, membersOf, nodeAt, readTree, spanOf, type Span } from '../options-tree.ts'

export interface OptionCompletion {
  /** As it stands in the text, quotes included. */
  readonly text: string
  readonly description?: string
  /** The model's own choice where nothing is said. */
  readonly isInitial?: boolean
  readonly isRequired?: boolean
}

/** The keys for the object at `path` that are not in `present`, those that are required first. */
export function completeKeys(
  knowledge: OptionKnowledge,
  path: OptionPath,
  present: ReadonlySet<string>,
): readonly OptionCompletion[] {
  const fields = fieldsAt(knowledge, path)
  const named = new Set(fields.map(({ key }) => key))
  const others = path.length > 0 ? [] : [...(knowledge.schemaKeys ?? []), ...acceptedKeys(knowledge)]
  const keys = [
    ...fields.map(({ key, description, required }) => ({ key, description, required })),
    ...[...new Set(others)]
      .filter((key) => !named.has(key))
      .map((key) => ({ key, description: undefined, required: false })),
  ]
  return keys
    .filter(({ key }) => !present.has(key))
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ key, description, required }) => ({
      text: JSON.stringify(key),
      ...(description === undefined ? {} : { description }),
      ...(required ? { isRequired: true } : {}),
    }))
}

function fieldsAt({ fields }: OptionKnowledge, path: OptionPath): readonly AnyField[] {
  if (path.length === 0) return fields
  const around = fieldAt(fields, path)
  return around === null ? [] : fieldsIn(around)
}

/** The values for the place at `path`, the model's own choice marked. */
export function completeValues(knowledge: OptionKnowledge, path: OptionPath): readonly OptionCompletion[] {
  const field = fieldAt(knowledge.fields, path)
  const remembered = path.length === 1 ? (knowledge.memory.get(String(path[0]))?.values ?? []) : []
  const values = [...(field === null ? [] : offeredValues(field)), ...remembered]
  const initial = field?.initial === undefined ? undefined : JSON.stringify(field.initial)
  const texts = new Set([
    ...(initial === undefined ? [] : [initial]),
    ...values.map((value) => JSON.stringify(value)),
  ])
  return [...texts].map((text) => ({ text, ...(text === initial ? { isInitial: true } : {}) }))
}

function acceptedKeys({ memory }: OptionKnowledge): readonly string[] {
  return [...memory.values()].filter((option) => !isOnlyRefused(option)).map(({ key }) => key)
}

export interface CompletionDetails {
  readonly initial: string
  readonly required: string
}

export function completeOptions(
  context: CompletionContext,
  knowledge: OptionKnowledge,
  details: CompletionDetails,
): CompletionResult | null {
  const text = context.state.doc.toString()
  const place = placeAt(text, context.pos)
  if (place === null || (!context.explicit && place.from === place.to)) return null
  const found =
    place.role === 'key'
      ? completeKeys(knowledge, place.path, presentKeys(text, place))
      : completeValues(knowledge, place.path)
  const typed = text.slice(place.from, context.pos).replaceAll('"', '').toLowerCase()
  const detailOf = ({ isInitial, isRequired }: OptionCompletion): string | undefined =>
    isInitial === true ? details.initial : isRequired === true ? details.required : undefined
  return {
    from: place.from,
    to: Math.max(place.to, context.pos),
    // The quotes belong to what is completed: the editor's own search would look for them too.
    filter: false,
    options: found
      .filter(({ text: offered }) => offered.toLowerCase().includes(typed))
      .map((completion): Completion => {
        const detail = detailOf(completion)
        return {
          label: completion.text,
          type: place.role === 'key' ? 'property' : 'constant',
          ...(detail === undefined ? {} : { detail }),
          ...(completion.description === undefined ? {} : { info: completion.description }),
          ...(place.role === 'key' && !place.hasColon ? { apply: applyKey } : {}),
        }
      }),
  }
}

/** A key brings its colon, and its values are offered next. */
function applyKey(view: EditorView, completion: Completion, from: number, to: number): void {
  view.dispatch({
    ...insertCompletionText(view.state, `${completion.label}: `, from, to),
    annotations: pickedCompletion.of(completion),
  })
  startCompletion(view)
}

/** The keys of the object around the cursor, without the one that is being typed. */
function presentKeys(text: string, { path, from }: CompletionPlace): ReadonlySet<string> {
  const members = membersOf(nodeAt(readTree(text), path))
  return new Set(members.filter(({ offset }) => offset !== from).map(keyOf))
}

/** Where the cursor stands in unfinished JSON, and what is typed of the key or the value there. */
export interface CompletionPlace extends Span {
  readonly role: 'key' | 'value'
  /** At a key the object around it, at a value the value itself. */
  readonly path: OptionPath
  /** A colon stands behind already. */
  readonly hasColon: boolean
}

/** Null where nothing can be typed, such as behind a finished value. */
export function placeAt(text: string, position: number): CompletionPlace | null {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, position)
  if (path.length === 0) return null
  const typed = previousNode === undefined ? null : spanOf(previousNode)
  if (typed !== null && isFinished(text.slice(typed.from, typed.to), typed, position)) return null
  const word = /[^\s"{}[\],:]*$/.exec(text.slice(0, position))?.[0] ?? ''
  const span = typed ?? { from: position - word.length, to: position }
  const hasColon = /^\s*:/.test(text.slice(span.to))
  return isAtPropertyKey
    ? { ...span, role: 'key', path: path.slice(0, -1), hasColon }
    : { ...span, role: 'value', path, hasColon }
}

/** A text is finished behind its closing quote, a word or a number behind its last character. */
function isFinished(token: string, { to }: Span, position: number): boolean {
  const isClosed = token.startsWith('"') && token.length > 1 && token.endsWith('"')
  return isClosed ? position >= to : position > to
}
