/**
 * Plain workflows over an installed checkpoint, so that ComfyUI is of use before a workflow was dropped: from a text, from an image,
 * and from an image with a mask. Classes and inputs: Comfy-Org/ComfyUI, nodes.py.
 */
import { nativeSide } from '../../diffusion.ts'
import type { Binding } from './bindings.ts'
import type { Runnable } from './workflow-model.ts'
import type { Workflow } from './workflow.ts'

const SAMPLER = 'sampler'
const STRENGTH = 0.6

/** The classes that each template needs. */
export const TEXT_CLASSES = [
  'CheckpointLoaderSimple',
  'CLIPTextEncode',
  'EmptyLatentImage',
  'KSampler',
  'VAEDecode',
  'SaveImage',
]
export const IMAGE_CLASSES = ['LoadImage', 'VAEEncode']
export const MASK_CLASSES = ['LoadImageMask', 'SetLatentNoiseMask']

const value = (option: string, node: string, input = option): Binding => ({
  option,
  kind: 'value',
  places: [{ node, input }],
})

const COMMON: readonly Binding[] = [
  value('prompt', 'positive', 'text'),
  value('negative_prompt', 'negative', 'text'),
]
const SAMPLING: readonly Binding[] = [
  { option: 'seed', kind: 'seed', places: [{ node: SAMPLER, input: 'seed' }] },
  ...['steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'].map((option) => value(option, SAMPLER)),
]
const SIZE = ['width', 'height', 'batch_size'].map((option) => value(option, 'latent'))
const IMAGE: Binding = { option: 'image', kind: 'file', places: [{ node: 'image', input: 'image' }] }
const MASK: Binding = { option: 'mask_image', kind: 'file', places: [{ node: 'mask', input: 'image' }] }

/** `has`: which of the optional inputs the request brings, or the form offers. */
export function template(
  checkpoint: string,
  has: { readonly image: boolean; readonly mask: boolean },
): Runnable {
  const side = nativeSide(checkpoint)
  const fromImage: Workflow = {
    image: { class_type: 'LoadImage', inputs: { image: '' } },
    encoded: { class_type: 'VAEEncode', inputs: { pixels: ['image', 0], vae: ['model', 2] } },
  }
  const masked: Workflow = {
    mask: { class_type: 'LoadImageMask', inputs: { image: '', channel: 'red' } },
    masked: { class_type: 'SetLatentNoiseMask', inputs: { samples: ['encoded', 0], mask: ['mask', 0] } },
  }
  const empty: Workflow = {
    latent: { class_type: 'EmptyLatentImage', inputs: { width: side, height: side, batch_size: 1 } },
  }
  const latent = has.mask ? 'masked' : has.image ? 'encoded' : 'latent'
  return {
    workflow: {
      model: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
      positive: { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['model', 1] } },
      negative: { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['model', 1] } },
      ...empty,
      ...(has.image ? fromImage : {}),
      ...(has.mask ? masked : {}),
      [SAMPLER]: {
        class_type: 'KSampler',
        inputs: {
          model: ['model', 0],
          seed: 0,
          steps: 20,
          cfg: 7,
          sampler_name: 'euler',
          scheduler: 'normal',
          positive: ['positive', 0],
          negative: ['negative', 0],
          latent_image: [latent, 0],
          denoise: has.image ? STRENGTH : 1,
        },
      },
      decoded: { class_type: 'VAEDecode', inputs: { samples: [SAMPLER, 0], vae: ['model', 2] } },
      saved: { class_type: 'SaveImage', inputs: { images: ['decoded', 0], filename_prefix: 'Atelier' } },
    },
    fixed: [{ node: 'model', input: 'ckpt_name' }],
    bindings: [...COMMON, ...(has.image ? [IMAGE] : []), ...(has.mask ? [MASK] : []), ...SIZE, ...SAMPLING],
  }
}
