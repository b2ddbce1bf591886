/** The inputs of the form: where they are dropped and chosen, each of them, what stands against them, and their weight. */
import { lazy, memo, Suspense } from 'react'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { useWords } from '../../../ui/text.ts'
import type { ChosenModel, DraftInput } from '../draft.ts'
import { parseOptions } from '../options/options-text.ts'
import { InputDrop } from './input-drop.tsx'
import type { InputActions } from './input-actions.ts'
import { InputNotes } from './input-notes.tsx'
import styles from './input-section.module.css'
import { inputReferences, type InputKnowledge } from './plan-inputs.ts'
import { useWeights } from './use-weights.ts'

/** Sorting by drag and drop is a large part of the page, and only needed once there is something to sort. */
const InputList = lazy(async () => ({ default: (await import('./input-list.tsx')).InputList }))

export interface InputSectionProps {
  readonly media: MediaType
  readonly scene: Scene
  readonly inputs: readonly DraftInput[]
  readonly model: ChosenModel | null
  readonly knowledge: InputKnowledge
  /** The other options, as they are typed. */
  readonly optionsText: string
  readonly actions: InputActions
  /** What the host said of the inputs. */
  readonly error: string | undefined
  /** Something is being dragged over Create. */
  readonly isTarget: boolean
}

export const InputSection = memo(function InputSection(props: InputSectionProps) {
  const { media, scene, inputs, model, knowledge, optionsText, actions, error, isTarget } = props
  const { text, bytes } = useWords()
  const parsed = parseOptions(optionsText)
  const references = inputReferences(inputs, knowledge)
  const weights = useWeights(model, references)
  return (
    <section aria-label={text('input.title')} className={styles.section}>
      <InputDrop
        media={media}
        isEmpty={inputs.length === 0}
        isTarget={isTarget}
        onFiles={(files) => void actions.addFiles(files)}
      >
        {inputs.length > 0 && (
          <Suspense fallback={null}>
            <InputList
              inputs={inputs}
              references={references}
              weights={weights}
              knowledge={knowledge}
              actions={actions}
            />
          </Suspense>
        )}
      </InputDrop>
      {weights !== null && (
        <p className={styles.weight}>{text('input.weight', { size: bytes(weights.bodyBytes) })}</p>
      )}
      <InputNotes
        scene={scene}
        inputs={inputs}
        references={references}
        knowledge={knowledge}
        options={parsed.ok ? parsed.value : {}}
        giftProblem={actions.giftProblem}
        error={error}
      />
    </section>
  )
})
