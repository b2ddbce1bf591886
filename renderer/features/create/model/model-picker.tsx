/** Picks a model: searchable, by provider, favourites and recent ones on top, and open to an id that nobody lists. */
import { ChevronsUpDown, RefreshCw, Star } from 'lucide-react'
import { memo, useEffect, useMemo, useState } from 'react'
import { Button, ComboBox, FieldError, Input, Label, type Key } from 'react-aria-components'
import { useStore } from 'zustand'
import type { Model } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import { SuggestField } from '../../../ui/suggest-field.tsx'
import { useWords } from '../../../ui/text.ts'
import { type ChosenModel, findIn, modelKey, type ModelName } from './models-store.ts'
import { arrangeModels, modelsIn, type Scope } from './group-models.ts'
import { ModelListBox, ScopeFilter } from './model-list.tsx'
import styles from './model-picker.module.css'
import fields from '../../../ui/field.module.css'
import parts from '../../../ui/parts.module.css'
import { useCreate, useForm, useView } from '../create-context.ts'
import { useNow } from '../../../ui/use-now.ts'

const NONE: readonly never[] = []

/** Not drawn again for a key in the prompt. */
export const ModelPicker = memo(function ModelPicker() {
  const { text } = useWords()
  const { models } = useCreate()
  const { list, loadRecent, loadFavourites, setFavourite } = useStore(models)
  const mediaType = useView((view) => view.mediaType)
  const scene = useView((view) => view.scene)
  const chosen = useView((view) => view.draft.model)
  const known = useView((view) => view.model)
  const edit = useForm((form) => form.edit)
  const error = useForm((form) => form.partErrors['model'])
  const [typed, setTyped] = useState<string | null>(null)
  const [scope, setScope] = useState<Scope>('media')
  const chosenLabel = known?.label ?? chosen?.id ?? ''
  const items = list?.items ?? NONE
  const fitting = useMemo(() => modelsIn(items, scope, mediaType, scene), [items, scope, mediaType, scene])
  const { sections, left } = useSections(items, fitting, scope === 'all' ? null : mediaType, typed ?? '')
  useEffect(() => {
    void loadFavourites()
    void loadRecent(mediaType)
  }, [loadFavourites, loadRecent, mediaType])

  function choose(key: Key | null): void {
    const entry = sections.flatMap((section) => section.items).find((candidate) => candidate.key === key)
    if (entry !== undefined)
      edit({ model: { id: entry.id, provider: entry.provider, isTyped: entry.model === undefined } })
    else if (typed !== null && typed.trim() !== '')
      edit({ model: modelTyped(typed.trim(), [...fitting, ...items], chosen) })
    setTyped(null)
  }

  return (
    <div className={parts.stack}>
      <div className={styles.head}>
        <ComboBox
          allowsCustomValue
          allowsEmptyCollection
          menuTrigger="focus"
          items={sections}
          inputValue={typed ?? chosenLabel}
          onInputChange={(value) => value !== chosenLabel && setTyped(value)}
          value={chosen === null ? null : modelKey(chosen)}
          onChange={choose}
          onBlur={() => typed !== null && choose(null)}
          onOpenChange={(isOpen) => isOpen && void loadRecent(mediaType)}
          validationBehavior="aria"
          isInvalid={error !== undefined}
          className={classNames(fields.field)}
        >
          <Label className={fields.label}>{text('create.model')}</Label>
          <div className={fields.suggest}>
            <Input
              className={classNames(INPUT_FRAME, fields.input, styles.input)}
              placeholder={text('create.model.placeholder')}
              onFocus={(event) => event.target.select()}
            />
            <Button className={classNames(fields.suggestOpen)}>
              <ChevronsUpDown size={14} aria-hidden />
            </Button>
          </div>
          <FieldError className={classNames(parts.problem)}>{error}</FieldError>
          <ModelListBox
            left={left}
            typed={typed}
            onFavourite={(entry, isOn) => void setFavourite(entry, isOn)}
          />
        </ComboBox>
        <FavouriteButton />
      </div>
      {chosen !== null && known === undefined && <ProviderField chosen={chosen} models={items} />}
      <ScopeFilter models={items} mediaType={mediaType} scene={scene} scope={scope} onScope={setScope} />
      <ListingLine />
    </div>
  )
})

function FavouriteButton() {
  const { text } = useWords()
  const { favourites, setFavourite } = useStore(useCreate().models)
  const chosen = useView((view) => view.draft.model)
  const isFavourite = chosen !== null && findIn(favourites, chosen) !== undefined
  return (
    <IconButton
      icon={Star}
      label={text('model.favourite')}
      isOn={isFavourite}
      isDisabled={chosen === null || chosen.id === ''}
      onPress={() => chosen !== null && void setFavourite(chosen, !isFavourite)}
    />
  )
}

/** What a typed id or label names; a model that nobody lists runs where the last one did. */
function modelTyped(id: string, models: readonly Model[], chosen: ChosenModel | null): ChosenModel {
  const same = models.find((model) => model.id === id || model.label === id)
  return same === undefined
    ? { id, provider: chosen?.provider ?? models[0]?.provider ?? '', isTyped: true, isConfirmed: true }
    : { id: same.id, provider: same.provider, isTyped: false }
}

/** `media` narrows the recent models to one media type. */
function useSections(
  items: readonly Model[],
  fitting: readonly Model[],
  mediaType: MediaType | null,
  typed: string,
) {
  const { models } = useCreate()
  const recent = useStore(models, (state) => state.recent)
  const favourites = useStore(models, (state) => state.favourites)
  return useMemo(() => {
    const isOffered = (name: ModelName): boolean =>
      findIn(fitting, name) !== undefined || findIn(items, name) === undefined
    const used = recent
      .filter((used) => mediaType === null || used.mediaType === mediaType)
      .map(({ provider, id }) => ({ provider, id }))
    return arrangeModels({
      models: fitting,
      favourites: favourites.filter(isOffered),
      recent: used.filter(isOffered),
      typed,
    })
  }, [items, fitting, favourites, recent, mediaType, typed])
}

interface ProviderFieldProps {
  readonly chosen: ChosenModel
  readonly models: readonly Model[]
}

/** Who runs a model that the listing does not know. */
function ProviderField({ chosen, models }: ProviderFieldProps) {
  const { text } = useWords()
  const edit = useForm((form) => form.edit)
  const error = useForm((form) => form.partErrors['provider'])
  return (
    <div>
      <SuggestField
        label={text('create.provider')}
        value={chosen.provider}
        onChange={(provider) => edit({ model: { ...chosen, provider, isTyped: true } })}
        suggestions={[...new Set(models.map(({ provider }) => provider))]}
        placeholder=""
        error={error}
        isDisabled={false}
      />
      <p className={parts.quiet}>{text('create.provider.hint')}</p>
    </div>
  )
}

function ListingLine() {
  const { text, ago } = useWords()
  const { list, error, loading, load } = useStore(useCreate().models)
  const now = useNow(30_000)
  const problem = error?.message ?? list?.problem
  const age =
    list === null
      ? text('create.models.loading')
      : text(list.stale ? 'create.models.stale' : 'create.models.listed', {
          count: list.items.length,
          ago: ago(list.fetchedAt, now),
        })
  return (
    <div className={parts.row}>
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
