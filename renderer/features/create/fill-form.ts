/** Fills the form from what a task, an asset or the user's own words offer. */
import type { InputReference } from '#contract/inputs.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { mediaTypeOf } from '../../ui/scenes.ts'
import { ONE_REQUEST } from './batch/batch-settings.ts'
import type { Draft } from './draft.ts'
import type { AddInput } from './inputs/input-actions.ts'
import { bindMasks } from './inputs/plan-inputs.ts'
import { formatOptions } from './options/options-text.ts'

export interface Recipe {
  readonly mediaType: string
  readonly provider: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string | undefined
  readonly options?: GenerateRequest['options'] | undefined
  readonly inputs?: readonly InputReference[] | undefined
  readonly fromAssetId?: string | undefined
}

interface Form {
  readonly bridge: Bridge
  readonly addInput: AddInput
  /** Turns to a media type, with nothing that was said of the last attempt. */
  readonly show: (mediaType: MediaType) => void
  readonly edit: (change: (draft: Draft) => Partial<Draft>, mediaType: MediaType) => void
}

export async function fillFrom({ bridge, addInput, show, edit }: Form, recipe: Recipe): Promise<void> {
  const { provider, model, scene, prompt = '', options = {}, inputs = [], fromAssetId } = recipe
  const mediaType = mediaTypeOf(recipe.mediaType)
  show(mediaType)
  const filled = {
    prompt,
    model: { provider, id: model, isTyped: true },
    scene: inputs.length === 0 ? null : (scene as Scene),
    optionsText: formatOptions(options),
    requests: 1,
    batch: ONE_REQUEST,
    inputs: [],
    fromAssetId: fromAssetId ?? null,
  }
  edit(() => filled, mediaType)
  const added = await Promise.all(
    inputs.map((reference) =>
      addInput(
        reference.option,
        () => bridge.call('inputs.get', { id: reference.inputId }),
        useOf(reference),
      ),
    ),
  )
  // Where what stood in the form before is back, its inputs are others.
  const held = new Set(added.filter((key) => key !== null))
  if (held.size > 0 && inputs.some(({ mask }) => mask !== undefined))
    edit((draft) => ({ inputs: bindMasks(draft.inputs, held) }), mediaType)
}

/** How an input was sent, as the form keeps it. */
function useOf({ option, shape, mask }: InputReference): Parameters<AddInput>[2] {
  const kept = shape === undefined ? {} : { shape }
  if (mask === undefined) return { option, ...kept }
  const { paint, keepsOutside = false } = mask
  return {
    ...kept,
    role: 'mask',
    keepsOutside,
    ...(paint === undefined ? { option: null } : { option, paint }),
  }
}
