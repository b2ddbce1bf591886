/** The editor in the colours of the page. Its tokens reach into the shadow root, so that both themes are one. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** A line's height in pixels: the editor's place is kept before it is there. */
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

export const editorTheme: Extension = [theme, syntaxHighlighting(colours)]

function underline(colour: string, style: 'wavy' | 'dotted') {
  return {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecoration: `underline ${style} ${colour}`,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  }
}
