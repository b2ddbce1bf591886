/** Offers keys and values of the model's options to the editor. */
import {
  insertCompletionText,
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { placeAt, type CompletionPlace } from '../completion-place.ts'
import { completeKeys, completeValues, type OptionCompletion } from '../completions.ts'
import { nodeAt, readTree } from '../json-tree.ts'
import type { OptionKnowledge } from '../know-options.ts'

export interface CompletionWords {
  readonly initial: string
  readonly required: string
}

export function completeOptions(
  context: CompletionContext,
  knowledge: OptionKnowledge,
  words: CompletionWords,
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
    isInitial === true ? words.initial : isRequired === true ? words.required : undefined
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
  const node = nodeAt(readTree(text).root, path)
  const members = node?.kind === 'object' ? node.members : []
  return new Set(members.filter((member) => member.name.from !== from).map(({ key }) => key))
}
