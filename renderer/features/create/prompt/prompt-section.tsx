/** The prompt with all that belongs to it: the box, its history and snippets, the template's words and what they come to. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useWords } from '../../../ui/text.ts'
import { useCreate, useForm, useView } from '../create-context.ts'
import type { PressKind } from '../press-guard.ts'
import { promptProblemWords } from '../problem-words.ts'
import type { Suggestion } from './complete.ts'
import { PromptBox } from './prompt-box.tsx'
import { useRecall } from './prompt-history.ts'
import { PromptTools } from './prompt-tools.tsx'
import styles from './prompt.module.css'
import { TemplatePreview, TemplateWords } from './template-section.tsx'
import { parseTemplate, type Template } from './template.ts'

export function PromptSection({ onGenerate }: { onGenerate(kind: PressKind): void }) {
  const { text } = useWords()
  const box = useRef<HTMLTextAreaElement>(null)
  const prompt = useView((view) => view.draft.prompt)
  const { problem } = useView((view) => view.prompts)
  const scene = useView((view) => view.scene)
  const limit = useView((view) => view.limit)
  const error = useForm((form) => form.partErrors['prompt'])
  const edit = useForm((form) => form.edit)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const openHistory = useCallback(() => setHistoryOpen(true), [])
  const onPrompt = useCallback((next: string) => edit({ prompt: next }), [edit])
  const onRecall = useRecall(box, prompt, onPrompt)
  const template = useMemo(() => parseTemplate(prompt), [prompt])
  const suggestions = useSuggestions(template)
  useListsOf(template)
  const { lists, variables } = problem?.kind === 'missingWords' ? problem : NOTHING_MISSING
  const missing = useMemo(
    () => new Set([...lists.map((name) => `list:${name}`), ...variables.map((name) => `variable:${name}`)]),
    [lists, variables],
  )
  return (
    <div className={styles.section}>
      <PromptBox
        box={box}
        value={prompt}
        onChange={onPrompt}
        onGenerate={onGenerate}
        onRecall={onRecall}
        onHistory={openHistory}
        placeholder={text(`input.prompt.${scene}`)}
        error={error ?? (problem?.kind === 'longPrompt' ? promptProblemWords(problem, text) : undefined)}
        limit={limit}
        suggestions={suggestions}
        missing={missing}
      >
        <PromptTools
          box={box}
          isHistoryOpen={isHistoryOpen}
          onHistoryOpen={setHistoryOpen}
          onPrompt={onPrompt}
        />
      </PromptBox>
      {!template.isPlain && (
        <>
          <TemplateWords template={template} />
          <TemplatePreview />
        </>
      )}
    </div>
  )
}

const NOTHING_MISSING: { readonly lists: readonly string[]; readonly variables: readonly string[] } = {
  lists: [],
  variables: [],
}

/** Reads the lists that the template names; again when the window comes back, because they are files. */
function useListsOf({ lists }: Template): void {
  const { words } = useCreate().prompting
  const names = lists.join('\n')
  useEffect(() => {
    const { need, refresh } = words.getState()
    if (names !== '') void need(names.split('\n'))
    const onFocus = (): void => void refresh()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [words, names])
}

function useSuggestions(template: Template): readonly Suggestion[] {
  const { text } = useWords()
  const { prompting } = useCreate()
  const variables = useView((view) => view.draft.variables)
  const names = useStore(prompting.words, (state) => state.names)
  const snippets = useStore(prompting.snippets, (state) => state.items)
  useEffect(() => {
    void prompting.words.getState().loadNames()
    void prompting.snippets.getState().load()
  }, [prompting])
  return useMemo(() => {
    const known = new Set([...Object.keys(variables), ...template.variables])
    return [
      ...names.map(({ name, count }): Suggestion => {
        const detail = text('prompt.suggest.list', { count })
        return { kind: 'list', id: name, label: name, detail, insert: `__${name}__` }
      }),
      ...Array.from(known, (name): Suggestion => {
        const detail = (variables[name] ?? '').replaceAll('\n', ' · ')
        return { kind: 'variable', id: name, label: name, detail, insert: `[[${name}]]` }
      }),
      ...snippets.map(({ id, value }): Suggestion => {
        return { kind: 'snippet', id, label: value.name, detail: value.text, insert: value.text }
      }),
    ]
  }, [names, snippets, template, variables, text])
}
