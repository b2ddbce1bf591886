/** "Which model for this prompt?": a matrix over models in the form, for the user to complete. Nothing is sent. */
import type { CreateFormStore } from '../form-store.ts'
import {
  type ChosenModel,
  modelKey,
  type ModelName,
  modelsFor,
  settleModel,
  type ModelsStore,
} from '../model/models-store.ts'
import { MAX_AXES } from './batch-settings.ts'

/** The model in the form and one beside it: a favourite, one used of late, or the next in the listing. */
const FIRST_MODELS = 2

export async function compareModels(form: CreateFormStore, models: ModelsStore): Promise<void> {
  const { mediaType } = form.getState()
  const { load, loadRecent, loadFavourites } = models.getState()
  await Promise.all([
    models.getState().list === null ? load() : undefined,
    loadRecent(mediaType),
    loadFavourites(),
  ])
  const { list, favourites, recent } = models.getState()
  const { batch, model } = form.getState().drafts[mediaType]
  const offered = modelsFor(list, mediaType)
  const isOffered = (one: ModelName): boolean => offered.some((other) => modelKey(other) === modelKey(one))
  const current = settleModel(list, mediaType, model)
  const known = [...favourites, ...recent, ...offered.filter(({ deprecated }) => deprecated !== true)].filter(
    isOffered,
  )
  const candidates: readonly ChosenModel[] = [
    ...(current === null ? [] : [current]),
    ...known.map(({ provider, id }) => ({ provider, id, isTyped: false })),
  ]
  const chosen = [
    ...new Map(candidates.toReversed().map((one) => [modelKey(one), one])).values(),
  ].toReversed()
  const others = batch.axes.filter(({ field }) => field !== 'model').slice(0, MAX_AXES - 1)
  const axes = [{ field: 'model' as const, models: chosen.slice(0, FIRST_MODELS) }, ...others]
  form.getState().edit({ batch: { ...batch, axes } })
}
