/** Several models side by side, chosen from the listing. */
import { Check, Plus, X } from '#renderer/icons.tsx'
import {
  Autocomplete,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  SearchField,
  useFilter,
} from 'react-aria-components'
import { useModelLabel } from '../../../bridge/host.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { useView } from '../create-context.ts'
import { type ChosenModel, modelKey, modelsFor } from '../model/models-store.ts'
import styles from './batch.module.css'

export interface ModelChoicesProps {
  readonly models: readonly ChosenModel[]
  readonly error: string | null
  onChange(models: readonly ChosenModel[]): void
}

const TAKES_FOCUS = { autoFocus: true }

export function ModelChoices({ models, error, onChange }: ModelChoicesProps) {
  const { text } = useFormatter()
  const { contains } = useFilter({ sensitivity: 'base' })
  const mediaType = useView((view) => view.mediaType)
  const list = useView((view) => view.list)
  const labelOf = useModelLabel()
  const offered = modelsFor(list, mediaType)
  const chosen = new Set(models.map(modelKey))

  function choose(keys: ReadonlySet<string>): void {
    const kept = models.filter((model) => keys.has(modelKey(model)))
    const added = offered
      .filter((model) => keys.has(modelKey(model)) && !chosen.has(modelKey(model)))
      .map(({ provider, id }) => ({ provider, id, isTyped: false }))
    onChange([...kept, ...added])
  }

  return (
    <>
      <ul className={parts.row} aria-label={text('batch.models')}>
        {models.map((model) => {
          const label = labelOf(model.id, model.provider)
          return (
            <li key={modelKey(model)} className={styles.chip}>
              <span className={parts.line}>{label}</span>
              <IconButton
                icon={X}
                label={text('batch.models.remove', { model: label })}
                onPress={() => onChange(models.filter((other) => modelKey(other) !== modelKey(model)))}
              />
            </li>
          )
        })}
        <li>
          <DialogTrigger>
            <Button icon={Plus}>{text('batch.models.add')}</Button>
            <PopoverDialog title={text('batch.models.add')}>
              <Autocomplete filter={contains}>
                <SearchField aria-label={text('batch.models.search')} {...TAKES_FOCUS}>
                  <Input
                    className={classNames(INPUT_FRAME, parts.search)}
                    placeholder={text('batch.models.search')}
                  />
                </SearchField>
                <ListBox
                  aria-label={text('batch.models')}
                  selectionMode="multiple"
                  // Escape closes the list; what is chosen stays.
                  escapeKeyBehavior="none"
                  items={offered.map((model) => ({ key: modelKey(model), model }))}
                  selectedKeys={chosen}
                  onSelectionChange={(keys) =>
                    choose(new Set(keys === 'all' ? offered.map(modelKey) : Array.from(keys, String)))
                  }
                  className={classNames(parts.list)}
                  renderEmptyState={() => <p className={parts.none}>{text('batch.models.none')}</p>}
                >
                  {({ key, model }) => (
                    <ListBoxItem
                      id={key}
                      textValue={`${model.label} ${model.id} ${model.provider}`}
                      className={classNames(parts.option, styles.option)}
                    >
                      <Check size={14} aria-hidden />
                      <span>{model.label}</span>
                      <span className={parts.quiet}>{model.provider}</span>
                    </ListBoxItem>
                  )}
                </ListBox>
              </Autocomplete>
            </PopoverDialog>
          </DialogTrigger>
        </li>
      </ul>
      <Problem message={error} />
    </>
  )
}
