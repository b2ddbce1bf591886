/** The prompt with all that belongs to it: the box, its history and snippets, the template's words and what they come to. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { MediaType } from '#contract/rules/media.ts'
import { useWords } from '../../../ui/text.ts'
import { PromptBox } from './prompt-box.tsx'
import type { Suggestion } from './complete.ts'
import type { PromptDraft, PromptPlan } from './plan-prompts.ts'
import { PromptTools } from './prompt-tools.tsx'
import type { Prompting } from './prompting.ts'
import type { PressKind } from '../press-guard.ts'
import styles from './prompt.module.css'
import { TemplatePreview } from './template-preview.tsx'
import { TemplateWords } from './template-words.tsx'
import { parseTemplate, type Template } from './template.ts'
import { promptProblemWords } from '../batch/problem-words.ts'
import { useRecall } from './prompt-history.ts'

export interface PromptSectionProps {
  readonly prompting: Prompting
  readonly media: MediaType
  readonly draft: PromptDraft
  readonly plan: PromptPlan
  /** Characters that the model takes. */
  readonly limit: number | undefined
  readonly placeholder: string
  /** The host's words on the prompt. */
  readonly error: string | undefined
  readonly focusRequests: number
  onEdit(patch: Partial<PromptDraft>): void
  onGenerate(kind: PressKind): void
}

export function PromptSection(props: PromptSectionProps) {
  const { prompting, media, draft, plan, limit, placeholder, error, focusRequests, onEdit, onGenerate } =
    props
  const { text } = useWords()
  const box = useRef<HTMLTextAreaElement>(null)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const openHistory = useCallback(() => setHistoryOpen(true), [])
  const template = useMemo(() => parseTemplate(draft.prompt), [draft.prompt])
  const lists = useStore(prompting.words, (state) => state.lists)
  const suggestions = useSuggestions(prompting, template, draft.variables)
  const onPrompt = useCallback((prompt: string) => onEdit({ prompt }), [onEdit])
  const onRecall = useRecall(prompting, media, box, draft.prompt, onPrompt)
  useListsOf(prompting, template)

  const { problem } = plan
  const missing = useMemo(
    () =>
      new Set(
        problem?.kind === 'missingWords'
          ? [
              ...problem.lists.map((name) => `list:${name}`),
              ...problem.variables.map((name) => `variable:${name}`),
            ]
          : [],
      ),
    [problem],
  )

  return (
    <div className={styles.section}>
      <PromptBox
        box={box}
        value={draft.prompt}
        onChange={onPrompt}
        onGenerate={onGenerate}
        onRecall={onRecall}
        onHistory={openHistory}
        placeholder={placeholder}
        error={error ?? (problem?.kind === 'longPrompt' ? promptProblemWords(problem, text) : undefined)}
        limit={limit}
        suggestions={suggestions}
        missing={missing}
        focusRequests={focusRequests}
      >
        <PromptTools
          prompting={prompting}
          box={box}
          isHistoryOpen={isHistoryOpen}
          onHistoryOpen={setHistoryOpen}
          onPrompt={onPrompt}
        />
      </PromptBox>
      {!template.isPlain && (
        <>
          <TemplateWords
            template={template}
            words={prompting.words}
            lists={lists}
            variables={draft.variables}
            onVariables={(variables) => onEdit({ variables })}
          />
          <TemplatePreview draft={draft} plan={plan} onEdit={onEdit} />
        </>
      )}
    </div>
  )
}

/** Reads the lists that the template names; again when the window comes back, because they are files. */
function useListsOf({ words }: Prompting, { lists }: Template): void {
  const names = lists.join('\n')
  useEffect(() => {
    const { need, refresh } = words.getState()
    if (names !== '') void need(names.split('\n'))
    const onFocus = (): void => void refresh()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [words, names])
}

function useSuggestions(
  prompting: Prompting,
  template: Template,
  variables: PromptDraft['variables'],
): readonly Suggestion[] {
  const { text } = useWords()
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
      ...snippets.map(({ id, value }): Suggestion => ({
        kind: 'snippet',
        id,
        label: value.name,
        detail: value.text,
        insert: value.text,
      })),
    ]
  }, [names, snippets, template, variables, text])
}
