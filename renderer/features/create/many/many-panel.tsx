/** How many requests a press makes: the count, the seeds, and a matrix over up to three fields. */
import { ChevronRight, Plus } from 'lucide-react'
import { Button as Trigger, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import type { MediaType, ModelList } from '#contract/model.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { NumberField, TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import { MOST_REQUESTS, type Obstacle, type Plan } from '../build-requests.ts'
import type { Draft } from '../draft.ts'
import type { FormPlan } from '../use-plan.ts'
import { axisChoices, axisFrom, choiceOf, type AxisChoice } from './axis-choices.ts'
import { AxisRow } from './axis-row.tsx'
import { axisName } from './axis-words.ts'
import { MOST_AXES, type Axis, type Many } from './many.ts'
import styles from './many-panel.module.css'
import { SeedFields } from './seed-fields.tsx'

export interface ManyPanelProps extends FormPlan {
  readonly media: MediaType
  readonly draft: Draft
  readonly list: ModelList | null
  onEdit(patch: Partial<Pick<Draft, 'many' | 'requests'>>): void
}

export function ManyPanel({ media, draft, plan, prompts, list, knowledgeOf, onEdit }: ManyPanelProps) {
  const { text } = useWords()
  const { many, model } = draft
  const edit = (patch: Partial<Many>): void => onEdit({ many: { ...many, ...patch } })
  const fields = model === null ? [] : knowledgeOf(model).fields
  const taken = many.axes.map((axis) => choiceOf(axis, fields))
  const choices = axisChoices(fields, prompts.prompts, taken)
  const multiplies = many.axes.length > 0 || prompts.prompts.length > 1
  const isRange = many.seeds.kind === 'range'
  const problem = 'kind' in plan && plan.kind === 'axis' ? plan : null

  function add(choice: AxisChoice): void {
    edit({ axes: [...many.axes, axisFrom(choice, model === null ? [] : [model])] })
  }
  const replace = (index: number, axis: Axis | null): void =>
    edit({ axes: many.axes.toSpliced(index, 1, ...(axis === null ? [] : [axis])) })

  return (
    <section className={styles.many} aria-label={text('many.title')}>
      <div className={styles.grid}>
        <NumberField
          label={text(multiplies ? 'many.each' : 'create.requests')}
          value={isRange ? null : draft.requests}
          min={1}
          max={MOST_REQUESTS}
          step={1}
          isDisabled={isRange}
          placeholder={isRange ? text('many.seeds.countFollows') : undefined}
          onChange={(value) => onEdit({ requests: value ?? 1 })}
        />
        <SeedFields
          seeds={many.seeds}
          isAxis={many.axes.some(({ field }) => field === 'seed')}
          repeats={draft.requests > 1}
          problem={'kind' in plan && plan.kind === 'seeds' ? plan.problem : null}
          onChange={(seeds) => edit({ seeds })}
        />
      </div>
      <Disclosure className={classNames(styles.disclosure)} defaultExpanded={many.axes.length > 0}>
        <Heading level={2} className={classNames(styles.heading)}>
          <Trigger slot="trigger" className={classNames(styles.trigger)}>
            <ChevronRight size={14} aria-hidden />
            {text('many.matrix')}
            <span className={styles.quiet}>{summaryOf(plan, many, text)}</span>
          </Trigger>
        </Heading>
        <DisclosurePanel>
          <div className={styles.matrix}>
            {many.axes.length === 0 && <p className={styles.quiet}>{text('many.matrix.hint')}</p>}
            {many.axes.map((axis, index) => (
              <AxisRow
                // oxlint-disable-next-line react/no-array-index-key -- an axis is its place: columns, rows, pages
                key={index}
                axis={axis}
                place={index}
                choices={choices}
                media={media}
                list={list}
                fields={fields}
                prompts={prompts.prompts}
                chosen={model}
                problem={problem?.index === index ? problem.problem : null}
                onChange={(next) => replace(index, next)}
              />
            ))}
            {many.axes.length < MOST_AXES && (
              <Button
                icon={Plus}
                className={styles.add}
                onPress={() => add(choices.find((choice) => choice !== 'other') ?? 'other')}
              >
                {text(many.axes.length === 0 ? 'many.axis.first' : 'many.axis.add')}
              </Button>
            )}
            {'kind' in plan && plan.kind === 'tooMany' && (
              <p className={styles.error} role="alert">
                {text('many.tooMany', { total: plan.total, most: MOST_REQUESTS })}
              </p>
            )}
          </div>
        </DisclosurePanel>
      </Disclosure>
      {(multiplies || isRange || draft.requests > 1) && (
        <TextField
          label={text('many.name')}
          value={many.name}
          maxLength={200}
          placeholder={text('many.name.placeholder')}
          onChange={(name) => edit({ name })}
        />
      )}
    </section>
  )
}

function summaryOf(plan: Plan | Obstacle, many: Many, text: ReturnType<typeof useWords>['text']): string {
  if (many.axes.length === 0) return ''
  if ('kind' in plan) return text('many.matrix.axes', { axes: many.axes.length })
  return plan.axes.map(({ name, values }) => `${axisName(name, text)} ${values.length}`).join(' × ')
}
