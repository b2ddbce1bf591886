/** What the model picker offers: the list with its sections, and the filter over it. */
import { Star } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { Popover } from '../../../ui/popover.tsx'
import { useWords } from '../../../ui/text.ts'
import { type ModelEntry, type ModelSection, modelsIn, type Scope } from './group-models.ts'
import parts from '../../../ui/parts.module.css'
import styles from './model-picker.module.css'
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { Segmented } from '../../../ui/segmented.tsx'

interface ModelOptionProps {
  readonly entry: ModelEntry
  /** Favourites and recent ones stand apart from their provider, and name it. */
  readonly showsProvider: boolean
  onFavourite(isFavourite: boolean): void
}

function ModelOption({ entry, showsProvider, onFavourite }: ModelOptionProps) {
  const { text } = useWords()
  const { key, label, id, provider, model, isFavourite } = entry
  const detail = model?.description ?? (id === label ? undefined : id)
  const hold = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ListBoxItem id={key} textValue={label} className={classNames(parts.option, styles.option)}>
      <span className={parts.stack}>
        <span className={styles.name} title={id}>
          {label}
          {showsProvider && <span className={parts.quiet}> · {provider}</span>}
          {model?.deprecated === true && (
            <span className={parts.quiet}> · {text('create.model.deprecated')}</span>
          )}
          {model === undefined && <span className={parts.quiet}> · {text('model.notListed')}</span>}
        </span>
        {detail !== undefined && (
          <span className={classNames(parts.quiet, parts.lines, styles.detail)}>{detail}</span>
        )}
      </span>
      {/* For the pointer only: the chosen model has a button of its own, which every reader reaches. */}
      <span
        aria-hidden
        className={classNames(styles.star, isFavourite && styles.starred)}
        onPointerDown={hold}
        onPointerUp={hold}
        onMouseDown={hold}
        onClick={(event) => {
          hold(event)
          onFavourite(!isFavourite)
        }}
      >
        <Star size={14} {...(isFavourite ? { fill: 'currentColor' } : {})} />
      </span>
    </ListBoxItem>
  )
}

interface ModelListBoxProps {
  /** Models that match and are not shown. */
  readonly left: number
  readonly typed: string | null
  onFavourite(entry: ModelEntry, isFavourite: boolean): void
}

export function ModelListBox({ left, typed, onFavourite }: ModelListBoxProps) {
  const { text } = useWords()
  return (
    <Popover className={styles.popover} offset={4}>
      <ListBox
        className={classNames(parts.list, styles.list)}
        renderEmptyState={() => (
          <p className={parts.none}>
            {typed === null || typed === ''
              ? text('create.model.noneListed')
              : text('create.model.unlisted', { id: typed })}
          </p>
        )}
      >
        {(section: ModelSection) => (
          <ListBoxSection id={section.id}>
            <Header className={styles.provider}>
              {section.kind === 'provider' ? section.provider : text(`model.${section.kind}`)}
            </Header>
            <Collection items={section.items.map((entry) => ({ entry, id: entry.key }))}>
              {({ entry }) => (
                <ModelOption
                  entry={entry}
                  showsProvider={section.kind !== 'provider'}
                  onFavourite={(isOn) => onFavourite(entry, isOn)}
                />
              )}
            </Collection>
          </ListBoxSection>
        )}
      </ListBox>
      {left > 0 && <p className={classNames(parts.quiet, styles.left)}>{text('model.left', { left })}</p>}
    </Popover>
  )
}

interface ScopeFilterProps {
  readonly models: readonly Model[]
  readonly mediaType: MediaType
  readonly scene: Scene
  readonly scope: Scope
  onScope(scope: Scope): void
}

export function ScopeFilter({ models, mediaType, scene, scope, onScope }: ScopeFilterProps) {
  const { text, number } = useWords()
  const saysWhat = models.some(({ mediaTypes, scenes }) => mediaTypes.length > 0 || scenes.length > 0)
  if (!saysWhat) return null
  const option = (value: Scope, name: string) => {
    const count = modelsIn(models, value, mediaType, scene).length
    return { value, label: `${name} ${number(count)}`, name: text('model.scope.option', { name, count }) }
  }
  return (
    <Segmented<Scope>
      label={text('model.scope')}
      value={scope}
      onChange={onScope}
      options={[
        option('scene', text(`scene.${scene}`)),
        option('media', text(`media.${mediaType}`)),
        option('all', text('model.scope.all')),
      ]}
    />
  )
}
