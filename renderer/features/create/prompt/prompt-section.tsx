/** The prompt, and where it is a template what belongs to it. */
import { useEffect, useMemo, Suspense, useState } from 'react'
import parts from '../../../ui/parts.module.css'
import { useCreate, useView, useForm } from '../create-context.ts'
import type { PressKind } from '../send.ts'
import { PromptBox } from './prompt-box.tsx'
import { parseTemplate, type Template } from './template.ts'
import { Dices } from '#renderer/icons.tsx'
import { useStore } from 'zustand'
import { classNames } from '../../../ui/class-names.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NumberField, TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { promptProblemText } from '../problem-text.ts'
import { MAX_PROMPTS, valuesOf } from './plan-prompts.ts'
import { isListName } from './prompting.ts'
import styles from './prompt.module.css'
import { lazyPart } from '../../../locales/lazy-part.ts'

export function PromptSection({ onGenerate }: { onGenerate(kind: PressKind): void }) {
  const prompt = useView((view) => view.draft.prompt)
  const template = useMemo(() => parseTemplate(prompt), [prompt])
  useListsOf(template)
  return (
    <div className={parts.contents}>
      <PromptBox template={template} onGenerate={onGenerate} />
      {!template.isPlain && (
        <>
          <TemplateNames template={template} />
          <TemplatePreview />
        </>
      )}
    </div>
  )
}

/** Reads the lists that the template names; again when the window comes back, because they are files. */
function useListsOf({ lists }: Template): void {
  const { wordLists } = useCreate().prompting
  const names = lists.join('\n')
  useEffect(() => {
    const { need, refresh } = wordLists.getState()
    if (names !== '') void need(names.split('\n'))
    const onFocus = (): void => void refresh()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [wordLists, names])
}

const ListDialog = lazyPart(
  () => import('./list-dialog.tsx'),
  (part) => part.ListDialog,
)

/** Prompts that are listed; more would be scrolled past. */
const MAX_LISTED = 50

/** How many prompts there are, which way they are made, and on request the prompts themselves. */
function TemplatePreview() {
  const { text } = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const { prompts, total, problem } = useView((view) => view.prompts)
  const { expansion, picks, pickSeed } = useView((view) => view.draft)
  const edit = useForm((form) => form.edit)
  const isEndless = !Number.isFinite(total)
  return (
    <section className={parts.column} aria-label={text('prompt.preview')}>
      <Segmented
        label={text('prompt.expansion')}
        value={expansion}
        onChange={(next) => edit({ expansion: next })}
        options={[
          { value: 'each', label: text('prompt.expansion.each') },
          { value: 'random', label: text('prompt.expansion.random') },
        ]}
      />
      {expansion === 'random' && (
        <div className={styles.picks}>
          <NumberField
            label={text('prompt.picks')}
            value={picks}
            onChange={(next) => edit({ picks: next ?? 1 })}
            min={1}
            max={MAX_PROMPTS}
            step={1}
          />
          <IconButton
            icon={Dices}
            label={text('prompt.pickAgain')}
            onPress={() => edit({ pickSeed: pickSeed + 1 })}
          />
        </div>
      )}
      {problem !== undefined && problem.kind !== 'missingWords' && (
        <p className={problem.kind === 'readingLists' ? parts.quiet : parts.problem}>
          {promptProblemText(problem, text)}
        </p>
      )}
      {prompts.length > 0 && (
        <Disclosure
          title={isEndless ? text('prompt.count.endless') : text('prompt.count', { count: total })}
          isOpen={isOpen}
          onOpen={setOpen}
        >
          <ol className={styles.prompts}>
            {isOpen &&
              prompts
                .slice(0, MAX_LISTED)
                .map(({ prompt }, index) => <li key={index}>{prompt || text('prompt.blank')}</li>)}
          </ol>
          {total > MAX_LISTED && (
            <p className={parts.quiet}>
              {isEndless
                ? text('prompt.count.moreEndless')
                : text('prompt.count.more', { count: total - MAX_LISTED })}
            </p>
          )}
        </Disclosure>
      )}
    </section>
  )
}

/** The values of the variables, and the lists: each can be given where it is missing. */
function TemplateNames({ template }: { readonly template: Template }) {
  const { text } = useFormatter()
  const { wordLists } = useCreate().prompting
  const { lists, error } = useStore(wordLists)
  const variables = useView((view) => view.draft.variables)
  const edit = useForm((form) => form.edit)
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <>
      {template.variables.map((name) => {
        const typed = Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''
        const count = valuesOf(variables, name).length
        return (
          <div key={name} data-field={`variable:${name}`}>
            <TextField
              label={`[[${name}]]`}
              value={typed}
              onChange={(value) => edit({ variables: { ...variables, [name]: value } })}
              rows={Math.min(6, Math.max(1, typed.split('\n').length))}
              placeholder={text('prompt.variable.placeholder')}
              hint={count > 1 ? text('prompt.variable.values', { count }) : undefined}
              error={count === 0 ? text('prompt.variable.missing') : undefined}
            />
          </div>
        )
      })}
      {template.lists.map((name) => (
        <ListLine
          key={name}
          name={name}
          entries={Object.hasOwn(lists, name) ? lists[name] : undefined}
          onEdit={() => setEdited(name)}
        />
      ))}
      <Problem message={error?.message} />
      {edited !== null && (
        <Suspense fallback={null}>
          <ListDialog wordLists={wordLists} name={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

interface ListLineProps {
  readonly name: string
  /** Null where there is no such list, undefined while it is being read. */
  readonly entries: readonly string[] | null | undefined
  onEdit(): void
}

function ListLine({ name, entries, onEdit }: ListLineProps) {
  const { text } = useFormatter()
  const mark = `__${name}__`
  if (entries === undefined)
    return <p className={parts.quiet}>{text('prompt.list.reading', { name: mark })}</p>
  if (!isListName(name)) return <p className={parts.problem}>{text('prompt.list.badName', { name: mark })}</p>
  const isMissing = entries === null || entries.length === 0
  return (
    <div className={parts.row} data-field={`list:${name}`}>
      <span className={classNames(parts.grow, isMissing ? parts.problem : parts.quiet)}>
        {isMissing
          ? text('prompt.list.missing', { name: mark })
          : text('prompt.list.count', { name: mark, count: entries.length })}
      </span>
      <Button onPress={onEdit}>
        {isMissing ? text('prompt.list.create', { name }) : text('prompt.list.edit', { name })}
      </Button>
    </div>
  )
}
