/** What a template comes to: how many prompts, which way they are made, and on request the prompts themselves. */
import { ChevronRight, Dices } from 'lucide-react'
import { useId, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { NumberField } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useWords } from '../../../ui/text.ts'
import { promptProblemWords } from '../batch/problem-words.ts'
import { MOST_PROMPTS, type PromptDraft, type PromptPlan } from './plan-prompts.ts'
import styles from './template.module.css'

export interface TemplatePreviewProps {
  readonly draft: PromptDraft
  readonly plan: PromptPlan
  onEdit(patch: Partial<PromptDraft>): void
}

/** Prompts that are listed; more would be scrolled past. */
const MOST_LISTED = 50

export function TemplatePreview({ draft, plan, onEdit }: TemplatePreviewProps) {
  const { text } = useWords()
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const { prompts, total, problem } = plan
  const listed = prompts.slice(0, MOST_LISTED)
  const isRandom = draft.expansion === 'random'
  return (
    <section className={styles.preview} aria-label={text('prompt.preview')}>
      <Segmented
        label={text('prompt.expansion')}
        value={draft.expansion}
        onChange={(expansion) => onEdit({ expansion })}
        options={[
          { value: 'each', label: text('prompt.expansion.each') },
          { value: 'random', label: text('prompt.expansion.random') },
        ]}
      />
      {isRandom && (
        <div className={styles.picks}>
          <NumberField
            label={text('prompt.picks')}
            value={draft.picks}
            onChange={(picks) => onEdit({ picks: picks ?? 1 })}
            min={1}
            max={MOST_PROMPTS}
            step={1}
          />
          <IconButton
            icon={Dices}
            label={text('prompt.pickAgain')}
            onPress={() => onEdit({ pickSeed: draft.pickSeed + 1 })}
          />
        </div>
      )}
      {problem !== undefined && problem.kind !== 'missingWords' && (
        <p className={problem.kind === 'readingLists' ? styles.previewQuiet : styles.problem}>
          {promptProblemWords(problem, text)}
        </p>
      )}
      {prompts.length > 0 && (
        <div>
          <AriaButton
            className={classNames(styles.toggle)}
            aria-expanded={isOpen}
            aria-controls={listId}
            onPress={() => setOpen(!isOpen)}
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={classNames(styles.chevron, isOpen && styles.open)}
            />
            {Number.isFinite(total) ? text('prompt.count', { count: total }) : text('prompt.count.endless')}
          </AriaButton>
          <ol id={listId} className={styles.list} hidden={!isOpen}>
            {isOpen &&
              listed.map(({ prompt }, index) => <li key={index}>{prompt || text('prompt.blank')}</li>)}
          </ol>
          {isOpen && total > listed.length && (
            <p className={styles.previewQuiet}>
              {Number.isFinite(total)
                ? text('prompt.count.more', { count: total - listed.length })
                : text('prompt.count.moreEndless')}
            </p>
          )}
        </div>
      )}
    </section>
  )
}
