/** Begins a sequence from what the library holds, and the model that its shots begin with. */
import type { Asset } from '#contract/library.ts'
import type { FirstModel } from '../features/sequences/sequence-context.ts'
import { findModel, settleModel } from '../features/create/model/models-store.ts'
import type { Services } from './services.ts'

type ShotType = FirstModel['mediaType']

/** Of the service in use: what Create has chosen, else the first that makes it; another media type where it makes none of this. */
export async function firstModel(
  { models, form }: Services,
  mediaType: ShotType,
): Promise<FirstModel | null> {
  if (models.getState().list === null) await models.getState().load()
  const { list } = models.getState()
  const types: readonly ShotType[] = mediaType === 'video' ? ['video', 'image'] : ['image', 'video']
  for (const type of types) {
    const model = settleModel(list, type, form.getState().drafts[type].model)
    const made = findModel(list, model)?.mediaTypes
    if (model !== null && (made === undefined ? model.isTyped : made.includes(type)))
      return { mediaType: type, provider: model.provider, model: model.id }
  }
  return null
}

const MAX_NAME = 60

export interface SequenceStart {
  readonly assets: readonly Asset[]
  /** Adds a shot that begins with the last frame of the last asset. */
  readonly goesOn?: boolean
  /** Where no asset says what it shows. */
  readonly name: string
}

export async function startSequence(
  services: Services,
  { assets, goesOn = false, name }: SequenceStart,
): Promise<void> {
  const { host, router, gallery } = services
  const { shotsOfAssets, shotGoingOn } = await import('../features/sequences/start.ts')
  const first = await firstModel(services, 'video')
  const { shots, sound } = shotsOfAssets(assets, first)
  const last = shots.at(-1)
  const next = goesOn && last !== undefined ? [shotGoingOn(last, first)] : []
  const [lead] = assets
  const saved = await host.bridge.call('sequences.save', {
    name: (lead?.title ?? lead?.prompt ?? '').trim().slice(0, MAX_NAME).trim() || name,
    shots: [...shots, ...next],
    sound: [...sound],
  })
  if (saved.ok) router.go('sequences', saved.data.id)
  else gallery.changes.fail(saved.error)
}
