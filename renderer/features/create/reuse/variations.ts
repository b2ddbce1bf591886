/** The same request again with other seeds, sent at once: the form and its seeds stay as they are. */
import { isMediaType, isScene } from '#contract/rules/media.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import { VARIATIONS } from '../../../ui/vary-button.tsx'
import { planSeeds } from '../batch/combine-axes.ts'
import { seedKey } from '../batch/plan-axes.ts'
import type { CreateFormStore } from '../form-store.ts'
import { findModel, isSure, modelKey, type ModelsStore } from '../model/models-store.ts'
import { knowOptions } from '../options/know-options.ts'
import type { Sent } from '../send.ts'
import { hasModel, originOf, requestOf, type Source } from './reuse-source.ts'

export interface Variations {
  /** null where they cannot be sent unseen: the service may not have the model. */
  plan(source: Source): Promise<readonly GenerateRequest[] | null>
  /** null where it was no press. */
  send(requests: readonly GenerateRequest[], profileId: string): Promise<Sent | null>
}

export interface VariationNeeds {
  readonly bridge: Bridge
  readonly form: CreateFormStore
  readonly models: ModelsStore
  /** A whole number by chance. */
  draw(): number
}

export function createVariations({ bridge, form, models, draw }: VariationNeeds): Variations {
  // The same until they were sent: a press after a response that was lost asks for the same.
  let drawn = draw()
  return {
    async plan(source) {
      const request = await requestOf(bridge, source)
      const { provider, model: id, mediaType, scene, prompt, options = {}, inputs = [] } = request
      if (!hasModel(request) || !isMediaType(mediaType) || !isScene(scene)) return null
      const model = { provider, id }
      await models.getState().know(model)
      const { list, known } = models.getState()
      if (!isSure({ list, known }, model)) return null
      const { fields } = knowOptions(mediaType, findModel(list, model), known[modelKey(model)])
      const seeds = planSeeds({ name: '', seeds: { kind: 'random', draw: drawn }, axes: [] }, 1, [fields])
      if ('kind' in seeds) return null
      const fromAssetId = originOf(source, request)
      // What the cast added is in it: its words are not read for handles again.
      const { template, cast } = request.provenance ?? {}
      const provenance = {
        ...(cast && template !== undefined && { template, cast }),
        ...(fromAssetId !== undefined && { fromAssetId }),
      }
      return Array.from({ length: VARIATIONS }, (_, place) => ({
        provider,
        mediaType,
        model: id,
        scene,
        ...(prompt === undefined ? {} : { prompt }),
        options: { ...options, [seedKey(fields)]: seeds.seedOf(0, place, undefined) ?? 0 },
        ...(inputs.length === 0 ? {} : { inputs: [...inputs] }),
        ...(Object.keys(provenance).length === 0 ? {} : { provenance }),
      }))
    },
    async send(requests, profileId) {
      const asked = JSON.stringify([
        'vary',
        profileId,
        requests.map((request) => ({ ...request, options: {} })),
      ])
      const response = await form.getState().pressFor(asked, { profileId, requests })
      if (response?.ok === true) drawn = draw()
      return response
    },
  }
}
