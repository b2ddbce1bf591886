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
import { bracketMatching, indentUnit, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { Annotation, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view'
import type { OptionKnowledge } from '../know-options.ts'
import { completeOptions, type CompletionDetails } from './completions.ts'
import { tags } from '@lezer/highlight'

export interface EditorNeeds {
  readonly place: HTMLElement
  readonly text: string
  /** Names the editor for screen readers. */
  readonly label: string
  readonly details: CompletionDetails
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

export function createEditor({
  place,
  text,
  label,
  details,
  knowledge,
  onChange,
}: EditorNeeds): OptionsEditor {
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
          override: [(context) => completeOptions(context, knowledge(), details)],
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

/** Of the editor, whose place is kept before it is there. */
const LINE_HEIGHT_PX = 20

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--text)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warning)' },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--text-quiet)' },
])

const theme = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--corner)',
    fontSize: 'var(--size-control)',
  },
  '&.cm-focused': { outline: '1px solid var(--accent)', borderColor: 'var(--accent)' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: `${LINE_HEIGHT_PX}px`,
    minHeight: `${LINE_HEIGHT_PX * 4 + 10}px`,
    maxHeight: `${LINE_HEIGHT_PX * 16 + 10}px`,
    overflow: 'auto',
  },
  '.cm-content': { padding: '5px 0', caretColor: 'var(--text)' },
  '&.cm-focused .cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-gutters': { color: 'var(--text-quiet)', backgroundColor: 'transparent', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--pressed)' },
  '.cm-lintRange-error': underline('var(--danger)', 'wavy'),
  '.cm-lintRange-warning': underline('var(--warning)', 'wavy'),
  '.cm-lintRange-info': underline('var(--text-quiet)', 'dotted'),
  '.cm-lintPoint::after': { borderBottomColor: 'var(--danger)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--corner)',
    boxShadow: 'var(--shadow-overlay)',
    fontFamily: 'var(--font)',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '240px' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': { color: 'var(--text-quiet)', fontFamily: 'var(--font)', fontStyle: 'normal' },
  '.cm-completionInfo': { padding: '6px 8px', maxWidth: '260px', fontFamily: 'var(--font)' },
  '.cm-diagnostic': { padding: '4px 8px', borderLeftWidth: '3px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warning)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--line-strong)' },
})

const editorTheme: Extension = [theme, syntaxHighlighting(colours)]

function underline(colour: string, style: 'wavy' | 'dotted') {
  return {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecoration: `underline ${style} ${colour}`,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  }
}
