/** Narrows the picker to what makes the medium or the scene, where the listing says what its models make. */
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useWords } from '../../../ui/text.ts'
import { modelsIn, type Scope } from './group-models.ts'

export interface ScopeFilterProps {
  readonly models: readonly Model[]
  readonly media: MediaType
  readonly scene: Scene
  readonly scope: Scope
  onScope(scope: Scope): void
}

export function ScopeFilter({ models, media, scene, scope, onScope }: ScopeFilterProps) {
  const { text, number } = useWords()
  const saysWhat = models.some(({ mediaTypes, scenes }) => mediaTypes.length > 0 || scenes.length > 0)
  if (!saysWhat) return null
  const option = (value: Scope, name: string) => {
    const count = modelsIn(models, value, media, scene).length
    return { value, label: `${name} ${number(count)}`, name: text('model.scope.option', { name, count }) }
  }
  return (
    <Segmented<Scope>
      label={text('model.scope')}
      value={scope}
      onChange={onScope}
      options={[
        option('scene', text(`scene.${scene}`)),
        option('media', text(`media.${media}`)),
        option('all', text('model.scope.all')),
      ]}
    />
  )
}
