/** The scene: what follows from the inputs, or what the user sets by hand. */
import { memo } from 'react'
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { Select } from '../../ui/field.tsx'
import { scenesOf } from '../../ui/scenes.ts'
import { useWords } from '../../ui/text.ts'
import type { Draft } from './draft.ts'

export interface SceneChoiceProps {
  readonly media: MediaType
  readonly scene: Scene
  /** Null where it follows from the inputs. */
  readonly chosen: Draft['scene']
  readonly model: Model | undefined
  readonly error: string | undefined
  onEdit(patch: Pick<Draft, 'scene'>): void
}

/** Not drawn again for a key in the prompt. */
export const SceneChoice = memo(function SceneChoice(props: SceneChoiceProps) {
  const { media, scene, chosen, model, error, onEdit } = props
  const { text } = useWords()
  return (
    <Select<Scene | 'auto'>
      label={text('create.scene')}
      value={chosen ?? 'auto'}
      onChange={(value) => onEdit({ scene: value === 'auto' ? null : value })}
      options={[
        { value: 'auto', label: text('create.scene.auto', { scene: text(`scene.${scene}`) }) },
        ...scenesOf(media).map((name) => ({ value: name, label: text(`scene.${name}`) })),
      ]}
      error={error}
      hint={
        model !== undefined && model.scenes.length > 0 && !model.scenes.includes(scene)
          ? text('create.scene.unlisted', { model: model.label })
          : undefined
      }
    />
  )
})
