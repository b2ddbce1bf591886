/** What is seldom needed: the scene, the less usual options, the comparison, and the whole of `options` as JSON. */
import { type ReactNode, Suspense, useState } from 'react'
import type { Scene } from '#contract/rules/media.ts'
import { useActiveService } from '../../../bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { Select } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { scenesOf } from '../../../ui/scenes.ts'
import { useFormatter } from '../../../ui/text.ts'
import { useForm, useView } from '../create-context.ts'
import { missingForScene } from '../inputs/plan-inputs.ts'
import { useWanted } from '../reveal.ts'
import { isWide } from './controls.tsx'
import { FieldWithAdvice } from './field-with-advice.tsx'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import styles from './options.module.css'
import type { ParsedOptions } from './options-text.ts'
import { useOptionPlaces } from './option-places.tsx'
import { lazyPart } from '../../../locales/lazy-part.ts'

/** The editor is as large as the rest of the page's first view; most people never open it. */
const OptionsEditor = lazyPart(
  () => import('./editor/options-editor.tsx'),
  (part) => part.OptionsEditor,
)

export interface MoreOptionsProps {
  readonly fields: readonly OptionField[]
  /** How many options are set that have no chip. */
  readonly set: number
  readonly parsed: ParsedOptions
  /** The comparison. */
  readonly children: ReactNode
}

export function MoreOptions({ fields, set, parsed, children }: MoreOptionsProps) {
  const { text } = useFormatter()
  const { source } = useView((view) => view.knowledge)
  const sceneError = useForm((form) => form.partErrors['scene'])
  const error = useForm((form) => form.partErrors['options'])
  const [isOpen, setOpen] = useState(false)
  const wanted = useWanted()
  // It stays open when the mistake is corrected: it must not close under the cursor.
  const isWanted = wanted === 'options' || fields.some(({ key }) => wanted === `option:${key}`)
  const mustOpen = !parsed.ok || error !== undefined || sceneError !== undefined || isWanted
  if (mustOpen && !isOpen) setOpen(true)
  return (
    <Disclosure
      title={text('option.more')}
      note={set > 0 ? text('create.options.count', { count: set }) : ''}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      {isOpen && (
        <div className={parts.column}>
          {source !== 'listing' && <p className={parts.quiet}>{text(`option.source.${source}`)}</p>}
          <FieldGrid>
            <SceneChoice error={sceneError} />
            {fields.map((field) => (
              <div key={field.key} className={classNames(isWide(field) && styles.wide)}>
                <FieldWithAdvice field={field} />
              </div>
            ))}
          </FieldGrid>
          {children}
          <JsonOptions parsed={parsed} />
          {error !== undefined && <p className={parts.problem}>{error}</p>}
        </div>
      )}
    </Disclosure>
  )
}

function SceneChoice({ error }: { readonly error: string | undefined }) {
  const { text } = useFormatter()
  const mediaType = useView((view) => view.mediaType)
  const scene = useView((view) => view.scene)
  const model = useView((view) => view.model)
  const chosen = useView((view) => view.draft.scene)
  const edit = useForm((form) => form.edit)
  const inputs = useView((view) => view.draft.inputs)
  const { options } = useOptionPlaces()
  const made = useActiveService()?.capabilities.scenes
  const isPossible = (name: Scene): boolean =>
    (made === undefined || made.includes(name)) && missingForScene(name, inputs, options) === null
  const scenes = scenesOf(mediaType).filter((name) => isPossible(name) || name === chosen)
  // What was chosen can be taken back, also where nothing else would be possible.
  if (scenes.length < 2 && chosen === null && error === undefined) return null
  const isUnlisted = model !== undefined && model.scenes.length > 0 && !model.scenes.includes(scene)
  return (
    <Select<Scene | 'auto'>
      label={text('create.scene')}
      className={styles.wide}
      value={chosen ?? 'auto'}
      onChange={(value) => edit({ scene: value === 'auto' ? null : value })}
      options={[
        { value: 'auto', label: text('create.scene.auto', { scene: text(`scene.${scene}`) }) },
        ...scenes.map((name) => ({ value: name, label: text(`scene.${name}`) })),
      ]}
      error={error}
      hint={isUnlisted ? text('create.scene.unlisted', { model: model.label }) : undefined}
    />
  )
}

function JsonOptions({ parsed }: { readonly parsed: ParsedOptions }) {
  const { text } = useFormatter()
  const mediaType = useView((view) => view.mediaType)
  const knowledge = useView((view) => view.knowledge)
  const optionsText = useView((view) => view.draft.optionsText)
  const edit = useForm((form) => form.edit)
  const [isOpen, setOpen] = useState(false)
  const wanted = useWanted()
  if ((!parsed.ok || wanted === 'options') && !isOpen) setOpen(true)
  return (
    <Disclosure title={text('create.options.json')} isOpen={isOpen} onOpen={setOpen}>
      {isOpen && (
        <Suspense fallback={<EditorPlace text={optionsText} />}>
          <div data-field="options">
            <OptionsEditor
              key={mediaType}
              text={optionsText}
              knowledge={knowledge}
              onText={(typed) => edit({ optionsText: typed })}
            />
          </div>
        </Suspense>
      )}
      {!parsed.ok && <p className={parts.quiet}>{text('option.waiting')}</p>}
    </Disclosure>
  )
}

const LINE_PX = 20
const FRAME_PX = 12

/** As high as the editor will be, so that nothing moves when it is there. */
function EditorPlace({ text }: { readonly text: string }) {
  const lines = Math.min(16, Math.max(4, text.split('\n').length))
  return <div className={styles.place} style={{ blockSize: lines * LINE_PX + FRAME_PX }} />
}
