/** The inputs of the form: where they are dropped and chosen, each of them, what stands against them, and their size. */
import { ImagePlus, TriangleAlert } from '#renderer/icons.tsx'
import { memo, Suspense } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import type { InputMedia, InputReference } from '#contract/inputs.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { useActiveService } from '../../../bridge/host.tsx'
import { Button as TextButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { Hidden } from '../../../ui/hidden.tsx'
import { refocus } from '../../../ui/refocus.ts'
import { scenesOf } from '../../../ui/scenes.ts'
import { useFormatter } from '../../../ui/text.ts'
import { useForm, useView } from '../create-context.ts'
import { parseOptions } from '../options/options-text.ts'
import { dropProblemText, inputProblemText } from '../problem-text.ts'
import { useSettledQuery } from '../use-settled-query.ts'
import styles from './inputs.module.css'
import {
  findCrowded,
  findInputProblem,
  findMaskProblem,
  inputReferences,
  missingForScene,
} from './plan-inputs.ts'
import { lazyPart } from '../../../locales/lazy-part.ts'

/** Sorting by drag and drop is a large part of the page, and only needed once there is something to sort. */
const InputList = lazyPart(
  () => import('./input-list.tsx'),
  (part) => part.InputList,
)

/** What usually comes along, for the system's dialog that chooses files. */
const USUAL: Readonly<Record<MediaType, readonly InputMedia['kind'][]>> = {
  image: ['image'],
  video: ['image', 'video', 'audio'],
  character: ['image'],
  music: ['audio', 'image', 'video'],
}

/** `isTarget`: something is being dragged over Create. Not drawn again for a key in the prompt. */
export const InputSection = memo(function InputSection({ isTarget }: { readonly isTarget: boolean }) {
  const { text } = useFormatter()
  const mediaType = useView((view) => view.mediaType)
  const inputs = useView((view) => view.draft.inputs)
  const knowledge = useView((view) => view.knowledge.inputs)
  const addFiles = useForm((form) => form.addFiles)
  const references = inputReferences(inputs, knowledge)
  const sizes = useInputSizes(references)
  const isEmpty = inputs.length === 0
  const made = useActiveService()?.capabilities.scenes
  const takesInputs =
    made === undefined ||
    scenesOf(mediaType).every((scene) => !startsFromInput(scene)) ||
    scenesOf(mediaType).some((scene) => startsFromInput(scene) && made.includes(scene))
  if (isEmpty && !takesInputs) return <InputNotes references={references} />
  return (
    <section aria-label={text('input.title')} className={parts.stack} data-field="inputs">
      <div className={classNames(styles.zone, !isEmpty && styles.hasInputs, isTarget && styles.target)}>
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={USUAL[mediaType].map((kind) => `${kind}/*`)}
          onSelect={(files) => files !== null && void addFiles([...files])}
        >
          <Button className={classNames(parts.bare, styles.pick)}>
            <ImagePlus size={18} strokeWidth={1.75} aria-hidden />
            {isEmpty ? text(`input.add.${mediaType}`) : <Hidden>{text('input.more')}</Hidden>}
          </Button>
        </FileTrigger>
        {!isEmpty && (
          <Suspense fallback={null}>
            <InputList references={references} sizes={sizes} />
          </Suspense>
        )}
      </div>
      <PutBack />
      <InputNotes references={references} />
    </section>
  )
})

/** Undoes the removal of an input. */
function PutBack() {
  const { text } = useFormatter()
  const removed = useForm((form) => form.removed)
  const isOpen = useView((view) => view.mediaType) === removed?.mediaType
  const putBack = useForm((form) => form.putBack)
  if (removed === null || !isOpen) return null
  const names = removed.taken.map(([, { media, name }]) => media?.name ?? name)
  return (
    <TextButton
      kind="quiet"
      onPress={() => {
        putBack(removed)
        refocus('[data-field="inputs"] [role="row"]')
      }}
    >
      {text('action.undo')} · {names[0]}
    </TextButton>
  )
}

const startsFromInput = (scene: Scene): boolean => !scene.startsWith('text-to-')

/** The sizes as they will be sent; those that were told last stay until the next one is here. */
function useInputSizes(references: readonly InputReference[]) {
  const model = useView((view) => view.draft.model)
  const [provider, id] = [model?.provider.trim() ?? '', model?.id.trim() ?? '']
  const question =
    id === '' || provider === '' || references.length === 0
      ? null
      : { provider, model: id, references: [...references] }
  const { data } = useSettledQuery(question, (bridge, query) => bridge.call('inputs.measure', query))
  return question === null ? null : data
}

function InputNotes({ references }: { readonly references: readonly InputReference[] }) {
  const { text } = useFormatter()
  const scene = useView((view) => view.scene)
  const inputs = useView((view) => view.draft.inputs)
  const { keys } = useView((view) => view.knowledge.inputs)
  const parsed = parseOptions(useView((view) => view.draft.optionsText))
  const dropProblem = useForm((form) => form.dropProblem)
  const error = useForm((form) => form.partErrors['inputs'])
  const options = parsed.ok ? parsed.value : {}
  const problem = findMaskProblem(inputs) ?? findInputProblem(references, keys, options)
  const missing = missingForScene(scene, inputs, options)
  const crowded = findCrowded(references, keys)
  const problems = [
    error,
    dropProblem !== null && dropProblemText(dropProblem, text),
    problem !== null && inputProblemText(problem, text),
  ]
  const service = useActiveService()
  const warnings = [
    service !== undefined &&
      !service.capabilities.scenes.includes(scene) &&
      text('input.sceneNotMade', { service: service.label, scene: text(`scene.${scene}`) }),
    missing !== null &&
      text('input.sceneNeeds', { scene: text(`scene.${scene}`), kind: text(`input.kind.${missing}`) }),
    crowded !== null && text('input.crowded', crowded),
  ]
  return (
    <output className={parts.stack}>
      {problems.map(
        (line) =>
          line && (
            <span key={line} className={parts.problem}>
              {line}
            </span>
          ),
      )}
      {warnings.map(
        (line) =>
          line !== false && (
            <span key={line} className={classNames(parts.warning, parts.note)}>
              <TriangleAlert size={14} aria-hidden /> {line}
            </span>
          ),
      )}
    </output>
  )
}
