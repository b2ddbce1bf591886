/** How many requests a press makes: the count, the seeds, and a matrix over up to three fields. */
import { Plus } from 'lucide-react'
import { memo, useState } from 'react'
import type { ModelList } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { NumberField, TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import { MOST_REQUESTS } from '../build-requests.ts'
import type { Draft } from '../draft.ts'
import type { ChosenModel } from '../model/chosen-model.ts'
import type { FormPlan, PanelFacts } from '../use-plan.ts'
import { type AxisChoice, axisChoices, axisFrom, choiceOf } from './axis-choices.ts'
import { AxisRow } from './axis-row.tsx'
import { axisName } from './problem-words.ts'
import { type Axis, type BatchSettings, MOST_AXES } from './batch-settings.ts'
import styles from './batch.module.css'
import { SeedFields } from './seed-fields.tsx'

export interface BatchPanelProps extends PanelFacts, Pick<FormPlan, 'knowledgeOf'> {
  readonly media: MediaType
  readonly batch: BatchSettings
  readonly model: ChosenModel | null
  readonly requests: number
  readonly list: ModelList | null
  onEdit(patch: Partial<Pick<Draft, 'batch' | 'requests'>>): void
}

/** Not drawn again for a key in a plain prompt. */
export const BatchPanel = memo(function BatchPanel(props: BatchPanelProps) {
  const { batch, requests, axes, obstacle, prompts, onEdit } = props
  const { text } = useWords()
  const [isOpen, setOpen] = useState(batch.axes.length > 0)
  const edit = (patch: Partial<BatchSettings>): void => onEdit({ batch: { ...batch, ...patch } })
  const multiplies = batch.axes.length > 0 || prompts.length > 1
  const isRange = batch.seeds.kind === 'range'

  return (
    <section className={styles.batch} aria-label={text('batch.title')}>
      <FieldGrid>
        <NumberField
          label={text(multiplies ? 'batch.each' : 'create.requests')}
          value={isRange ? null : requests}
          min={1}
          max={MOST_REQUESTS}
          step={1}
          isDisabled={isRange}
          placeholder={isRange ? text('batch.seeds.countFollows') : undefined}
          onChange={(value) => onEdit({ requests: value ?? 1 })}
        />
        <SeedFields
          seeds={batch.seeds}
          isAxis={batch.axes.some(({ field }) => field === 'seed')}
          repeats={requests > 1}
          problem={obstacle?.kind === 'seeds' ? obstacle.problem : null}
          onChange={(seeds) => edit({ seeds })}
        />
      </FieldGrid>
      <Disclosure
        title={text('batch.matrix')}
        note={summaryOf(axes, batch, text)}
        isOpen={isOpen}
        onOpen={setOpen}
      >
        <Matrix {...props} />
      </Disclosure>
      {(multiplies || isRange || requests > 1) && (
        <TextField
          label={text('batch.name')}
          value={batch.name}
          maxLength={200}
          placeholder={text('batch.name.placeholder')}
          onChange={(name) => edit({ name })}
        />
      )}
    </section>
  )
})

function Matrix(props: BatchPanelProps) {
  const { media, batch, model, obstacle, prompts, list, knowledgeOf, onEdit } = props
  const { text } = useWords()
  const fields = model === null ? [] : knowledgeOf(model).fields
  const taken = batch.axes.map((axis) => choiceOf(axis, fields))
  const choices = axisChoices(fields, prompts, taken)
  const wrongAxis = obstacle?.kind === 'axis' ? obstacle : null
  const setAxes = (axes: readonly Axis[]): void => onEdit({ batch: { ...batch, axes } })
  const add = (choice: AxisChoice): void =>
    setAxes([...batch.axes, axisFrom(choice, model === null ? [] : [model])])
  return (
    <div className={styles.matrix}>
      {batch.axes.length === 0 && <p className={styles.quiet}>{text('batch.matrix.hint')}</p>}
      {batch.axes.map((axis, index) => (
        <AxisRow
          // oxlint-disable-next-line react/no-array-index-key -- an axis is its place: columns, rows, pages
          key={index}
          axis={axis}
          place={index}
          choices={choices}
          media={media}
          list={list}
          fields={fields}
          prompts={prompts}
          chosen={model}
          problem={wrongAxis?.index === index ? wrongAxis.problem : null}
          onChange={(next) => setAxes(batch.axes.toSpliced(index, 1, ...(next === null ? [] : [next])))}
        />
      ))}
      {batch.axes.length < MOST_AXES && (
        <Button
          icon={Plus}
          className={styles.add}
          onPress={() => add(choices.find((choice) => choice !== 'other') ?? 'other')}
        >
          {text(batch.axes.length === 0 ? 'batch.axis.first' : 'batch.axis.add')}
        </Button>
      )}
      {obstacle?.kind === 'tooMany' && (
        <Problem words={text('batch.tooMany', { total: obstacle.total, most: MOST_REQUESTS })} />
      )}
    </div>
  )
}

function summaryOf(
  axes: PanelFacts['axes'],
  batch: BatchSettings,
  text: ReturnType<typeof useWords>['text'],
): string {
  if (batch.axes.length === 0) return ''
  if (axes.length === 0) return text('batch.matrix.axes', { axes: batch.axes.length })
  return axes.map(({ name, values }) => `${axisName(name, text)} ${values.length}`).join(' × ')
}
