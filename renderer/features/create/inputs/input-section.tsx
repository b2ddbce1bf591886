/** The inputs of the form: where they are dropped and chosen, each of them, what stands against them, and their size. */
import { lazy, memo, type ReactNode, Suspense } from 'react'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { useWords, type Words } from '../../../ui/text.ts'
import type { DraftInput } from '../draft.ts'
import type { ChosenModel } from '../model/chosen-model.ts'
import { parseOptions } from '../options/options-text.ts'
import type { DropProblem, InputActions } from './input-actions.ts'
import styles from './inputs.module.css'
import {
  findCrowded,
  findInputProblem,
  type InputKnowledge,
  inputReferences,
  missingForScene,
} from './plan-inputs.ts'
import { useInputSizes } from './use-input-sizes.ts'
import { ImagePlus, TriangleAlert } from 'lucide-react'
import { Button, FileTrigger } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import type { InputMedia, InputReference } from '#contract/inputs.ts'
import type { JsonObject } from '#contract/json.ts'
import { inputProblemWords } from './input-words.ts'

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
  const sizes = useInputSizes(model, references)
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
              sizes={sizes}
              knowledge={knowledge}
              actions={actions}
            />
          </Suspense>
        )}
      </InputDrop>
      {sizes !== null && (
        <p className={styles.requestSize}>{text('input.requestSize', { size: bytes(sizes.bodyBytes) })}</p>
      )}
      <InputNotes
        scene={scene}
        inputs={inputs}
        references={references}
        knowledge={knowledge}
        options={parsed.ok ? parsed.value : {}}
        dropProblem={actions.dropProblem}
        error={error}
      />
    </section>
  )
})

export interface InputDropProps {
  readonly media: MediaType
  onFiles(files: readonly File[]): void
  /** The inputs that are there. */
  readonly children: ReactNode
  readonly isEmpty: boolean
  /** Something is being dragged over Create. */
  readonly isTarget: boolean
}

function InputDrop({ media, onFiles, children, isEmpty, isTarget }: InputDropProps) {
  const { text } = useWords()
  return (
    <div className={classNames(styles.zone, !isEmpty && styles.filled, isTarget && styles.target)}>
      {!isEmpty && children}
      <FileTrigger
        allowsMultiple
        acceptedFileTypes={acceptedTypes(media)}
        onSelect={(files) => files !== null && onFiles([...files])}
      >
        <Button className={classNames(styles.pick)}>
          <ImagePlus size={18} strokeWidth={1.75} aria-hidden />
          {isEmpty ? text(`input.add.${media}`) : text('input.more')}
        </Button>
      </FileTrigger>
    </div>
  )
}

export interface InputNotesProps {
  readonly scene: Scene
  readonly inputs: readonly DraftInput[]
  readonly references: readonly InputReference[]
  readonly knowledge: InputKnowledge
  readonly options: JsonObject
  readonly dropProblem: DropProblem | null
  readonly error: string | undefined
}

function InputNotes(props: InputNotesProps) {
  const { scene, inputs, references, knowledge, options, dropProblem, error } = props
  const { text } = useWords()
  const problem = findInputProblem(references, knowledge.keys, options)
  const missing = missingForScene(scene, inputs, options)
  const crowded = findCrowded(references, knowledge.keys)
  const problems = [
    ...(error === undefined ? [] : [error]),
    ...(dropProblem === null ? [] : [dropProblemWords(dropProblem, text)]),
    ...(problem === null ? [] : [inputProblemWords(problem, text)]),
  ]
  const warnings = [
    ...(missing === null
      ? []
      : [text('input.sceneNeeds', { scene: text(`scene.${scene}`), kind: text(`input.kind.${missing}`) })]),
    ...(crowded === null ? [] : [text('input.crowded', crowded)]),
  ]
  return (
    <output className={styles.notes}>
      {problems.map((words) => (
        <span key={words} className={styles.problem}>
          {words}
        </span>
      ))}
      {warnings.map((words) => (
        <span key={words} className={styles.warning}>
          <TriangleAlert size={14} aria-hidden /> {words}
        </span>
      ))}
    </output>
  )
}

function dropProblemWords(problem: DropProblem, text: Words['text']): string {
  if (problem.kind === 'recipe') return problem.message
  return problem.kind === 'full'
    ? text('input.drop.full', { left: problem.left })
    : text(`input.drop.${problem.kind}`)
}

const USUAL: Readonly<Record<MediaType, readonly InputMedia['kind'][]>> = {
  image: ['image'],
  video: ['image', 'video', 'audio'],
  character: ['image'],
  music: ['audio', 'image', 'video'],
}

/** MIME types for the system's dialog that chooses files. */
function acceptedTypes(media: MediaType): readonly string[] {
  return USUAL[media].map((kind) => `${kind}/*`)
}
