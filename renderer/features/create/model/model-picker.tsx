/** Picks a model: searchable, by provider, and open to an id that the listing does not know. */
import { ChevronsUpDown, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import {
  Button,
  Collection,
  ComboBox,
  FieldError,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  type Key,
} from 'react-aria-components'
import { useStore } from 'zustand'
import type { MediaType, Model } from '#contract/model.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { ChosenModel } from '../draft.ts'
import { groupByProvider, matchingModels, modelKey } from './group-models.ts'
import styles from './model-picker.module.css'
import { findModel, modelsFor, type ModelsStore } from './models-store.ts'

export interface ModelPickerProps {
  readonly models: ModelsStore
  readonly media: MediaType
  readonly chosen: ChosenModel | null
  onChoose(model: ChosenModel): void
  readonly error: string | undefined
  readonly providerError: string | undefined
}

export function ModelPicker({ models, media, chosen, onChoose, error, providerError }: ModelPickerProps) {
  const { text } = useWords()
  const list = useStore(models, (state) => state.list)
  const known = findModel(list, chosen)
  const chosenLabel = known?.label ?? chosen?.id ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const fitting = useMemo(() => modelsFor(list, media), [list, media])
  const sections = useMemo(() => groupByProvider(matchingModels(fitting, typed ?? '')), [fitting, typed])

  function choose(key: Key | null): void {
    const model = fitting.find((candidate) => modelKey(candidate) === key)
    if (model !== undefined) onChoose({ id: model.id, provider: model.provider, isTyped: false })
    else if (typed !== null && typed.trim() !== '') chooseTyped(typed.trim())
    setTyped(null)
  }

  function chooseTyped(id: string): void {
    const same = fitting.find((model) => model.id === id || model.label === id)
    if (same !== undefined) onChoose({ id: same.id, provider: same.provider, isTyped: false })
    else onChoose({ id, provider: chosen?.provider ?? fitting[0]?.provider ?? '', isTyped: true })
  }

  return (
    <div className={styles.picker}>
      <ComboBox
        allowsCustomValue
        allowsEmptyCollection
        menuTrigger="focus"
        items={sections}
        inputValue={typed ?? chosenLabel}
        onInputChange={(value) => value !== chosenLabel && setTyped(value)}
        value={known === undefined ? null : modelKey(known)}
        onChange={choose}
        onBlur={() => typed !== null && choose(null)}
        validationBehavior="aria"
        isInvalid={error !== undefined}
        className={classNames(styles.field)}
      >
        <Label className={styles.label}>{text('create.model')}</Label>
        <div className={styles.control}>
          <Input
            className={classNames(styles.input)}
            placeholder={text('create.model.placeholder')}
            onFocus={(event) => event.target.select()}
          />
          <Button className={classNames(styles.open)}>
            <ChevronsUpDown size={14} aria-hidden />
          </Button>
        </div>
        <FieldError className={classNames(styles.error)}>{error}</FieldError>
        <Popover className={classNames(styles.popover)} offset={4}>
          <ListBox
            className={classNames(styles.list)}
            renderEmptyState={() => (
              <p className={styles.none}>
                {typed === null || typed === ''
                  ? text('create.model.noneListed')
                  : text('create.model.unlisted', { id: typed })}
              </p>
            )}
          >
            {(section: (typeof sections)[number]) => (
              <ListBoxSection id={`provider:${section.provider}`}>
                <Header className={styles.provider}>{section.provider}</Header>
                <Collection items={section.items}>
                  {(item) => <ModelOption id={item.id} model={item.model} />}
                </Collection>
              </ListBoxSection>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      {chosen !== null && known === undefined && (
        <TextField
          label={text('create.provider')}
          hint={text('create.provider.hint')}
          value={chosen.provider}
          onChange={(provider) => onChoose({ ...chosen, provider, isTyped: true })}
          error={providerError}
        />
      )}
      <ListingLine models={models} />
    </div>
  )
}

function ModelOption({ id, model }: { readonly id: string; readonly model: Model }) {
  const { text } = useWords()
  return (
    <ListBoxItem id={id} textValue={model.label} className={classNames(styles.option)}>
      <span className={styles.name}>
        {model.label}
        {model.deprecated === true && (
          <span className={styles.quiet}> · {text('create.model.deprecated')}</span>
        )}
      </span>
      {(model.description ?? model.id) !== model.label && (
        <span className={styles.quiet}>{model.description ?? model.id}</span>
      )}
    </ListBoxItem>
  )
}

/** The listing's size and age, or why there is none. */
function ListingLine({ models }: { readonly models: ModelsStore }) {
  const { text, ago } = useWords()
  const { list, error, loading, load } = useStore(models)
  const now = useNow(30_000)
  const problem = error?.message ?? list?.problem
  return (
    <div className={styles.listing}>
      <span className={classNames(problem === undefined ? styles.quiet : styles.problem)}>
        {problem ??
          (list === null
            ? text('create.models.loading')
            : text(list.stale ? 'create.models.stale' : 'create.models.listed', {
                count: list.items.length,
                ago: ago(list.fetchedAt, now),
              }))}
      </span>
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
