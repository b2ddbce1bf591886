/** The fake ComfyUI, closed when the test ends, and a workflow that it runs. */
import { onTestFinished } from 'vitest'
import { startComfyui, type Comfyui } from './comfyui.ts'

export async function openComfyui(checkpoints?: readonly string[]): Promise<Comfyui> {
  const service = await startComfyui(checkpoints)
  onTestFinished(() => service.close())
  return service
}

const MODEL = '4'
const KSAMPLER = {
  seed: 156_680_208_700_286,
  steps: 20,
  cfg: 8,
  sampler_name: 'euler',
  scheduler: 'normal',
  denoise: 1,
  model: [MODEL, 0],
  positive: ['6', 0],
  negative: ['7', 0],
  latent_image: ['5', 0],
}

/** In the API format, as ComfyUI exports it. */
export const TEXT_TO_IMAGE = {
  '3': { class_type: 'KSampler', inputs: KSAMPLER, _meta: { title: 'KSampler' } },
  [MODEL]: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd15.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a glass bottle', clip: [MODEL, 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'text, watermark', clip: [MODEL, 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: [MODEL, 2] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'ComfyUI', images: ['8', 0] } },
}
