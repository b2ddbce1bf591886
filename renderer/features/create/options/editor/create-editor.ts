/**
 * The editor for the options as JSON.
 *
 * It lives in a shadow root: there its styles are adopted style sheets, which the page's policy allows, where it forbids
 * style elements.
 */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentUnit } from '@codemirror/language'
import { lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { Annotation, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import type { OptionKnowledge } from '../know-options.ts'
import { completeOptions, type CompletionWords } from './completion-source.ts'
import { editorTheme } from './editor-theme.ts'

export interface EditorNeeds {
  readonly place: HTMLElement
  readonly text: string
  /** Names the editor for screen readers. */
  readonly label: string
  readonly words: CompletionWords
  /** Asked each time something is to be completed. */
  knowledge(): OptionKnowledge
  onChange(text: string): void
}

export interface OptionsEditor {
  /** Puts another text there; what both have in common stays, with the cursor and what can be undone. */
  setText(text: string): void
  /** Marks of a text that is not the one shown are dropped. */
  setMarks(text: string, marks: readonly Diagnostic[]): void
  /** Puts the cursor to a place. */
  select(from: number): void
  destroy(): void
}

/** The change came from the form: nobody needs to be told. */
const fromForm = Annotation.define<boolean>()

export function createEditor({ place, text, label, words, knowledge, onChange }: EditorNeeds): OptionsEditor {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of('  '),
        json(),
        autocompletion({
          override: [(context) => completeOptions(context, knowledge(), words)],
          icons: false,
        }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
        EditorView.updateListener.of((update) => {
          const isOwn = update.transactions.some((transaction) => transaction.annotation(fromForm) === true)
          if (update.docChanged && !isOwn) onChange(update.state.doc.toString())
        }),
        editorTheme,
      ],
    }),
  })
  return {
    setText(next) {
      const change = differenceOf(view.state.doc.toString(), next.replaceAll(/\r\n?/g, '\n'))
      if (change !== null) view.dispatch({ changes: change, annotations: fromForm.of(true) })
    },
    setMarks(marked, marks) {
      if (view.state.doc.toString() === marked) view.dispatch(setDiagnostics(view.state, [...marks]))
    },
    select(from) {
      view.dispatch({ selection: { anchor: Math.min(from, view.state.doc.length) }, scrollIntoView: true })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

/** The one piece in which two texts differ. */
function differenceOf(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}
