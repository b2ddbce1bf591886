/** Picks a model: searchable, by provider, favourites and recent ones on top, and open to an id that nobody lists. */
import '../../../locales/create.ts'
import { Check, RefreshCw, Star } from '#renderer/icons.tsx'
import { type MouseEvent, useState } from 'react'
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  SearchField,
} from 'react-aria-components'
import { useStore } from 'zustand'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import parts from '../../../ui/parts.module.css'
import { Segmented } from '../../../ui/segmented.tsx'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useHostState } from '../../../bridge/host.tsx'
import { activeProfile } from '../../../bridge/stores/profiles.ts'
import { useCreate, useForm, useHasOneProvider, useView } from '../create-context.ts'
import {
  type ModelEntry,
  type ModelSection,
  type Scope,
  useOfferedModels,
  useScopes,
} from './group-models.ts'
import { Abilities, Example } from './model-marks.tsx'
import { type ChosenModel, findModel, modelKey, typedModel } from './models-store.ts'
import styles from './model.module.css'

const TAKES_FOCUS = { autoFocus: true }
/** The key of what is typed, as no model's is. */
const TYPED = 'typed'

export function ModelDialog({ onClose }: { onClose(): void }) {
  const { text } = useFormatter()
  const list = useView((view) => view.list)
  const chosen = useView((view) => view.draft.model)
  const edit = useForm((form) => form.edit)
  const { take } = useStore(useCreate().models)
  const [query, setQuery] = useState('')
  const scopes = useScopes()
  const [wanted, setScope] = useState<Scope>('media')
  const scope = scopes.find(({ covers }) => covers.includes(wanted))?.scope ?? 'all'
  const typed = query.trim()
  const { sections, left, message } = useOfferedModels(typed, scope)
  const entries = sections.flatMap((section) => section.items)

  function choose(key: string | undefined): void {
    const entry = entries.find((candidate) => candidate.key === key)
    if (entry !== undefined) {
      // What a search found is listed from then on.
      if (entry.model !== undefined && findModel(list, entry) === undefined) take(entry.model)
      edit({ model: modelOf(entry) })
    } else if (key === TYPED) edit({ model: typedModel(list, typed, chosen) })
    onClose()
  }

  return (
    <Dialog aria-label={text('create.model')} className={classNames(styles.dialog)}>
      <Autocomplete inputValue={query} onInputChange={setQuery}>
        <div className={styles.head}>
          <SearchField aria-label={text('create.model.placeholder')} {...TAKES_FOCUS}>
            <Input
              className={classNames(INPUT_FRAME, parts.search)}
              placeholder={text('create.model.placeholder')}
            />
          </SearchField>
          <ScopeFilter scopes={scopes} scope={scope} onScope={setScope} />
        </div>
        <ModelListBox
          sections={sections}
          typed={entries.some(({ id }) => id === typed) ? '' : typed}
          chosen={chosen}
          onChoose={choose}
        />
      </Autocomplete>
      {message !== null && <output className={classNames(parts.quiet, styles.left)}>{text(message)}</output>}
      {left > 0 && <p className={classNames(parts.quiet, styles.left)}>{text('model.left', { left })}</p>}
      <ListingLine />
    </Dialog>
  )
}

interface ModelListBoxProps {
  readonly sections: readonly ModelSection[]
  /** An id that none of them has; empty offers nothing more. */
  readonly typed: string
  readonly chosen: ChosenModel | null
  onChoose(key: string | undefined): void
}

function ModelListBox({ sections, typed, chosen, onChoose }: ModelListBoxProps) {
  const { text } = useFormatter()
  const { setFavourite } = useStore(useCreate().models)
  const isAlone = useHasOneProvider()
  const service = useHostState('profiles', activeProfile)?.name
  return (
    <ListBox
      aria-label={text('model.list')}
      className={classNames(parts.list, styles.list)}
      selectionMode="single"
      // Escape closes the list; what is chosen stays.
      escapeKeyBehavior="none"
      selectedKeys={chosen === null ? [] : [modelKey(chosen)]}
      onSelectionChange={(keys) => onChoose(keys === 'all' ? undefined : Array.from(keys, String)[0])}
      renderEmptyState={() => <p className={parts.none}>{text('create.model.noneListed')}</p>}
    >
      <Collection items={sections}>
        {(section) => (
          <ListBoxSection id={section.id}>
            <Header className={styles.provider}>
              {section.kind === 'provider'
                ? isAlone
                  ? (service ?? '')
                  : section.provider
                : text(`model.${section.kind}`)}
            </Header>
            <Collection items={section.items.map((entry) => ({ entry, id: entry.key }))}>
              {({ entry }) => (
                <ModelOption
                  entry={entry}
                  showsProvider={section.kind !== 'provider' && !isAlone}
                  onFavourite={(isOn) => void setFavourite(entry, isOn)}
                />
              )}
            </Collection>
          </ListBoxSection>
        )}
      </Collection>
      {typed !== '' && (
        <ListBoxItem id={TYPED} textValue={typed} className={classNames(parts.option)}>
          {text('create.model.unlisted', { id: typed })}
        </ListBoxItem>
      )}
    </ListBox>
  )
}

function modelOf({ id, provider, model }: ModelEntry): ChosenModel {
  return { id, provider, isTyped: model === undefined, ...(model === undefined ? { isConfirmed: true } : {}) }
}

interface ModelOptionProps {
  readonly entry: ModelEntry
  /** Favourites and recent ones stand apart from their provider, and name it. */
  readonly showsProvider: boolean
  onFavourite(isFavourite: boolean): void
}

function ModelOption({ entry, showsProvider, onFavourite }: ModelOptionProps) {
  const { text } = useFormatter()
  const { key, label, id, provider, model, isFavourite } = entry
  const hold = (event: MouseEvent): void => {
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <ListBoxItem id={key} textValue={label} className={classNames(parts.option, styles.option)}>
      <Check size={14} className={styles.check} aria-hidden />
      <Example name={entry} model={model} />
      <span className={parts.stack}>
        <span className={styles.name} title={id}>
          {label}
          {showsProvider && <span className={parts.quiet}> · {provider}</span>}
          {model?.deprecated === true && (
            <span className={parts.quiet}> · {text('create.model.deprecated')}</span>
          )}
          {model === undefined && <span className={parts.quiet}> · {text('model.notListed')}</span>}
        </span>
        <span className={classNames(parts.quiet, parts.lines, styles.detail)}>
          {[model?.price, model?.description].filter(Boolean).join(' · ')}
        </span>
      </span>
      {model !== undefined && <Abilities model={model} />}
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

interface ScopeFilterProps {
  readonly scopes: ReturnType<typeof useScopes>
  readonly scope: Scope
  onScope(scope: Scope): void
}

/** Nothing where every choice would show the same. */
function ScopeFilter({ scopes, scope, onScope }: ScopeFilterProps) {
  const { text, number } = useFormatter()
  const { mediaType, scene } = useStore(useCreate().view)
  if (scopes.length < 2) return null
  const names = {
    scene: text(`scene.${scene}`),
    media: text(`media.${mediaType}`),
    all: text('model.scope.all'),
  }
  return (
    <Segmented<Scope>
      label={text('model.scope')}
      value={scope}
      onChange={onScope}
      options={scopes.map(({ scope: value, count }) => {
        const name = names[value]
        return { value, label: `${name} ${number(count)}`, name: text('model.scope.option', { name, count }) }
      })}
    />
  )
}

function ListingLine() {
  const { text, ago } = useFormatter()
  const { list, error, loading, load } = useStore(useCreate().models)
  const now = useNow(30_000)
  const problem = error?.message ?? list?.problem?.text
  const age =
    list === null
      ? text('create.models.loading')
      : text(list.stale ? 'create.models.stale' : 'create.models.listed', {
          count: list.items.length,
          ago: ago(list.fetchedAt, now),
        })
  return (
    <div className={classNames(parts.row, styles.left)}>
      <output className={classNames(parts.grow, problem === undefined ? parts.quiet : parts.problem)}>
        {problem ?? age}
        {problem !== undefined && list !== null && list.items.length > 0 && (
          <span className={parts.quiet}> {age}</span>
        )}
      </output>
      <IconButton
        icon={RefreshCw}
        label={text('create.models.refresh')}
        isDisabled={loading}
        className={classNames(loading && styles.turning)}
        onPress={() => void load(true)}
      />
    </div>
  )
}

/** Who runs a model that the listing does not know. */
export function ProviderField({ chosen }: { readonly chosen: ChosenModel }) {
  const { text } = useFormatter()
  const list = useView((view) => view.list)
  const edit = useForm((form) => form.edit)
  const error = useForm((form) => form.partErrors['provider'])
  return (
    <div data-field="provider">
      <SuggestField
        label={text('create.provider')}
        value={chosen.provider}
        onChange={(provider) => edit({ model: { ...chosen, provider, isTyped: true } })}
        suggestions={[...new Set(list?.items.map(({ provider }) => provider))]}
        placeholder=""
        error={error}
        isDisabled={false}
      />
      <p className={parts.quiet}>{text('create.provider.hint')}</p>
    </div>
  )
}
