/** The chosen model as one row: who makes it, how long it usually takes, and whether the service lists it. */
import { ChevronsUpDown, Star, Trash2 } from '#renderer/icons.tsx'
import { memo, Suspense, useEffect, useMemo, useState } from 'react'
import { Button, DialogTrigger } from 'react-aria-components'
import { useStore } from 'zustand'
import type { Model } from '#contract/models.ts'
import { useHost } from '../../../bridge/host.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useConfirm } from '../../../ui/dialog.tsx'
import { Hidden } from '../../../ui/hidden.tsx'
import parts from '../../../ui/parts.module.css'
import { Popover } from '../../../ui/popover.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { timeRange } from '#renderer/ui/days.ts'
import { useForecast } from '../batch/forecast.ts'
import { useCreate, useForm, useHasOneProvider, useView } from '../create-context.ts'
import { type ChosenModel, findIn } from './models-store.ts'
import styles from './model.module.css'
import { lazyPart } from '../../../locales/lazy-part.ts'

const ModelDialog = lazyPart(
  () => import('./model-dialog.tsx'),
  (part) => part.ModelDialog,
)
const ProviderField = lazyPart(
  () => import('./model-dialog.tsx'),
  (part) => part.ProviderField,
)

/** Not drawn again for a key in the prompt. */
export const ModelRow = memo(function ModelRow() {
  const { text } = useFormatter()
  const { loadRecent, loadFavourites } = useStore(useCreate().models)
  const mediaType = useView((view) => view.mediaType)
  const chosen = useView((view) => view.draft.model)
  const known = useView((view) => view.model)
  const isUnknown = useView((view) => view.list === null)
  const isListing = useStore(useCreate().models, ({ error }) => error === null) && isUnknown
  const error = useForm((form) => form.partErrors['model'])
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    void loadFavourites()
    void loadRecent(mediaType)
  }, [loadFavourites, loadRecent, mediaType])
  const isUnlisted = chosen !== null && known === undefined && !isUnknown
  return (
    <div className={parts.stack}>
      <div className={styles.line}>
        <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
          <span className={parts.contents} data-field="model" data-opens>
            <Button className={classNames(styles.row)}>
              <span className={classNames(parts.grow, styles.text)}>
                <Hidden>{text('create.model')}</Hidden>
                <span className={classNames(parts.line, styles.name)} title={chosen?.id}>
                  {known?.label ??
                    chosen?.id ??
                    text(isListing ? 'create.models.loading' : 'create.obstacle.model')}
                </span>
                <ModelFacts chosen={chosen} known={known} isUnlisted={isUnlisted} />
              </span>
              <ChevronsUpDown size={14} aria-hidden />
            </Button>
          </span>
          <Popover placement="bottom start" offset={4} className={styles.popover}>
            <Suspense fallback={<div className={styles.list} />}>
              <ModelDialog onClose={() => setOpen(false)} />
            </Suspense>
          </Popover>
        </DialogTrigger>
        <FavouriteButton />
        {known?.isWorkflow === true && <RemoveWorkflow id={known.id} />}
      </div>
      {error !== undefined && <p className={parts.problem}>{error}</p>}
      {isUnlisted && (
        <Suspense fallback={null}>
          <ProviderField chosen={chosen} />
        </Suspense>
      )}
    </div>
  )
})

interface ModelFactsProps {
  readonly chosen: ChosenModel | null
  readonly known: Model | undefined
  readonly isUnlisted: boolean
}

function ModelFacts({ chosen, known, isUnlisted }: ModelFactsProps) {
  const { text } = useFormatter()
  const mediaType = useView((view) => view.mediaType)
  const asked = useMemo(
    () =>
      chosen === null || chosen.id === '' || chosen.provider === ''
        ? null
        : [{ provider: chosen.provider, model: chosen.id, mediaType, count: 1 }],
    [chosen, mediaType],
  )
  const { p50Ms, p90Ms } = useForecast(asked).data ?? {}
  const isAlone = useHasOneProvider()
  const facts = [
    known !== undefined && isAlone ? known.description : chosen?.provider,
    isUnlisted && text('model.notListed'),
    known?.deprecated === true && text('create.model.deprecated'),
    known?.price,
    p50Ms !== undefined && p90Ms !== undefined && text('model.usual', { ...timeRange(p50Ms, p90Ms) }),
  ]
  return (
    <span className={classNames(parts.quiet, parts.line, parts.digits)}>
      {facts.filter(Boolean).join(' · ')}
    </span>
  )
}

function FavouriteButton() {
  const { text } = useFormatter()
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

/** Of the user's own workflow: it leaves the list, and what was made with it stays. */
function RemoveWorkflow({ id }: { readonly id: string }) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { changes, models } = useCreate()
  const confirm = useConfirm()
  async function remove(): Promise<void> {
    const response = await bridge.call('models.removeWorkflow', { model: id })
    if (!response.ok) return changes.fail(response.error)
    models.getState().drop(id)
    await models.getState().load()
  }
  return (
    <IconButton
      icon={Trash2}
      label={text('workflow.remove')}
      onPress={() =>
        confirm({
          title: text('workflow.remove.title', { name: id }),
          text: text('workflow.remove.text'),
          confirm: text('workflow.remove'),
          refuse: text('action.keep', { count: 1 }),
          onConfirm: () => void remove(),
        })
      }
    />
  )
}
