/** Several models side by side, chosen from the listing. */
import { Check, Plus, X } from 'lucide-react'
import {
  Autocomplete,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  useFilter,
} from 'react-aria-components'
import type { ModelList } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Popover } from '../../../ui/popover.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import type { ChosenModel } from '../model/chosen-model.ts'
import { findModel, modelsFor } from '../model/models-store.ts'
import styles from './batch.module.css'

export interface ModelChoicesProps {
  readonly media: MediaType
  readonly list: ModelList | null
  readonly models: readonly ChosenModel[]
  readonly error: string | null
  onChange(models: readonly ChosenModel[]): void
}

const TAKES_FOCUS = { autoFocus: true }

function keyOf({ provider, id }: Pick<ChosenModel, 'provider' | 'id'>): string {
  return JSON.stringify([provider, id])
}

export function ModelChoices({ media, list, models, error, onChange }: ModelChoicesProps) {
  const { text } = useWords()
  const { contains } = useFilter({ sensitivity: 'base' })
  const offered = modelsFor(list, media)
  const chosen = new Set(models.map(keyOf))

  function choose(keys: ReadonlySet<string>): void {
    const kept = models.filter((model) => keys.has(keyOf(model)))
    const added = offered
      .filter((model) => keys.has(keyOf(model)) && !chosen.has(keyOf(model)))
      .map(({ provider, id }) => ({ provider, id, isTyped: false }))
    onChange([...kept, ...added])
  }

  return (
    <>
      <ul className={styles.chips} aria-label={text('batch.models')}>
        {models.map((model) => {
          const label = findModel(list, model)?.label ?? model.id
          return (
            <li key={keyOf(model)} className={styles.chip}>
              <span className={styles.chipName}>{label}</span>
              <IconButton
                icon={X}
                label={text('batch.models.remove', { model: label })}
                onPress={() => onChange(models.filter((other) => keyOf(other) !== keyOf(model)))}
              />
            </li>
          )
        })}
        <li>
          <DialogTrigger>
            <Button icon={Plus}>{text('batch.models.add')}</Button>
            <Popover className={styles.popover} offset={4} placement="bottom start">
              <Dialog aria-label={text('batch.models.add')} className={classNames(styles.dialog)}>
                <Autocomplete filter={contains}>
                  <SearchField aria-label={text('batch.models.search')} {...TAKES_FOCUS}>
                    <Input className={classNames(styles.search)} placeholder={text('batch.models.search')} />
                  </SearchField>
                  <ListBox
                    aria-label={text('batch.models')}
                    selectionMode="multiple"
                    // Escape closes the list; what is chosen stays.
                    escapeKeyBehavior="none"
                    items={offered.map((model) => ({ key: keyOf(model), model }))}
                    selectedKeys={chosen}
                    onSelectionChange={(keys) =>
                      choose(new Set(keys === 'all' ? offered.map(keyOf) : Array.from(keys, String)))
                    }
                    className={classNames(styles.options)}
                    renderEmptyState={() => <p className={styles.none}>{text('batch.models.none')}</p>}
                  >
                    {({ key, model }) => (
                      <ListBoxItem
                        id={key}
                        textValue={`${model.label} ${model.id} ${model.provider}`}
                        className={classNames(styles.option)}
                      >
                        <Check size={14} aria-hidden />
                        <span>{model.label}</span>
                        <span className={styles.quiet}>{model.provider}</span>
                      </ListBoxItem>
                    )}
                  </ListBox>
                </Autocomplete>
              </Dialog>
            </Popover>
          </DialogTrigger>
        </li>
      </ul>
      <Problem words={error} />
    </>
  )
}
