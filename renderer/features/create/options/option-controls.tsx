/** The options of a model: the usual ones as a row of chips, the rest and the whole of `options` as JSON under "More options". */
import '../../../locales/create.ts'
import { memo, useCallback, useMemo, useState } from 'react'
import type { Json, JsonObject } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { useFormatter } from '../../../ui/text.ts'
import { Compare, CompareChip, RequestsChip, SeedChip } from '../batch/batch-panel.tsx'
import { Chip } from '../chip.tsx'
import styles from '../create.module.css'
import { useForm, useView } from '../create-context.ts'
import { COUNT_KEYS, SHAPE_KEYS } from '../expected-results.ts'
import { optionProblemText } from '../problem-text.ts'
import { arrangeFields } from './know-options.ts'
import { findProblems } from '#contract/rules/option-types/check-options.ts'
import { editOptions } from './edit-options.ts'
import { MoreOptions } from './more-options.tsx'
import { chipOf } from './controls.tsx'
import { FieldWithAdvice } from './field-with-advice.tsx'
import { optionLabel } from './option-label.ts'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'
import { type ParsedOptions, parseOptions } from './options-text.ts'
import { type OptionPlaces, OptionPlacesContext, useOption } from './option-places.tsx'

const NOTHING: JsonObject = {}

interface OptionControlsProps {
  /** The model may still come, and its options with it: they have their place. */
  readonly isPending?: boolean
  /** Of one request that is not sent from here: nothing is repeated or compared. */
  readonly isSingle?: boolean
}

/** Not drawn again for every key in the prompt: a model may have a hundred controls. */
export const OptionControls = memo(function OptionControls({
  isPending = false,
  isSingle = false,
}: OptionControlsProps) {
  const { text } = useFormatter()
  const knowledge = useView((view) => view.knowledge)
  const hasInputs = useView((view) => view.draft.inputs.length > 0)
  const isCompared = useView((view) => view.draft.batch.axes.length > 0)
  const { places, parsed } = useOptionTexts()
  const { first, more } = useMemo(() => arrangeFields(knowledge.fields), [knowledge])
  const count = isSingle ? undefined : first.find(({ key }) => COUNT_KEYS.includes(key))
  const seed = isSingle ? undefined : first.find(({ key }) => key === 'seed')
  const inChips = new Set(['seed', ...first.map(({ key }) => key)])
  const isShown = ({ key }: OptionField): boolean =>
    hasInputs || !/strength$/i.test(key) || Object.hasOwn(places.options, key)
  if (isPending) return <div className={styles.optionsPlace} />
  return (
    <OptionPlacesContext value={places}>
      <section aria-label={text('create.options')} className={styles.chips}>
        {first.map(
          (field) => field !== count && field !== seed && <OptionChip key={field.key} field={field} />,
        )}
        {!isSingle && (
          <>
            <RequestsChip option={count} />
            <SeedChip option={seed} />
            {isCompared && <CompareChip />}
          </>
        )}
      </section>
      <MoreOptions
        fields={more.filter(isShown)}
        set={Object.keys(places.options).filter((key) => !inChips.has(key)).length}
        parsed={parsed}
      >
        {!isSingle && !isCompared && (
          <div className={styles.chips}>
            <CompareChip />
          </div>
        )}
      </MoreOptions>
      {!isSingle && <Compare />}
    </OptionPlacesContext>
  )
})

function OptionChip({ field }: { readonly field: OptionField }) {
  const { text } = useFormatter()
  const { value, error, isDisabled } = useOption([field.key])
  const { label, icon } = chipOf(field, value ?? field.initial, text)
  return (
    <Chip
      field={`option:${field.key}`}
      label={optionLabel(field, text)}
      value={label}
      icon={icon}
      isSet={value !== undefined}
      isWrong={error !== undefined}
      isDisabled={isDisabled}
      isLabelHidden={SHAPE_KEYS.includes(field.key)}
    >
      <FieldWithAdvice field={field} isExplained />
    </Chip>
  )
}

/** The text of the options as places that the controls change, and what is wrong with it. */
function useOptionTexts(): { readonly places: OptionPlaces; readonly parsed: ParsedOptions } {
  const { text } = useFormatter()
  const mediaType = useView((view) => view.mediaType)
  const knowledge = useView((view) => view.knowledge)
  const optionsText = useView((view) => view.draft.optionsText)
  const onOption = useForm((form) => form.setOption)
  const partErrors = useForm((form) => form.partErrors)
  const parsed = useMemo(() => parseOptions(optionsText), [optionsText])
  const options = useLastValid(parsed, mediaType)
  const set = useCallback(
    (path: OptionPath, value: Json | undefined) =>
      onOption(path, (current) => editOptions(current, path, value)),
    [onOption],
  )
  const findings = useMemo(() => {
    const found = findProblems(knowledge.fields, options)
    // The first finding of a place counts.
    return new Map(found.toReversed().map((finding) => [finding.path.join('.'), finding]))
  }, [knowledge, options])
  const places = useMemo((): OptionPlaces => {
    const problemAt = (path: OptionPath, isBlocking: boolean): string | undefined => {
      const finding = findings.get(path.join('.'))
      return finding?.isBlocking === isBlocking ? optionProblemText(finding.problem, text) : undefined
    }
    return {
      options,
      isDisabled: !parsed.ok,
      set,
      errorAt: (path) => problemAt(path, true) ?? partErrors[`options.${path.join('.')}`],
      adviceAt: (path) => problemAt(path, false),
    }
  }, [findings, options, parsed, partErrors, set, text])
  return { places, parsed }
}

/** What the text last said of this media type, so that the controls stand still while it is being typed. */
function useLastValid(parsed: ParsedOptions, mediaType: MediaType): JsonObject {
  const [last, setLast] = useState({ mediaType, value: NOTHING })
  if (!parsed.ok) return last.mediaType === mediaType ? last.value : NOTHING
  if (last.value !== parsed.value || last.mediaType !== mediaType) setLast({ mediaType, value: parsed.value })
  return parsed.value
}
