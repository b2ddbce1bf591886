/**
 * The node classes that the fake ComfyUI has, as its `/object_info` tells them. Inputs, defaults and bounds are those of nodes.py and
 * comfy_extras/nodes_video.py; sources in comfyui.ts.
 */
type Definition = readonly [unknown, Readonly<Record<string, unknown>>?]

export interface NodeClass {
  readonly required: Readonly<Record<string, Definition>>
  readonly optional?: Readonly<Record<string, Definition>>
  readonly output: readonly string[]
  readonly isOutput?: boolean
  /** It spends with a key of its own. */
  readonly isPaid?: boolean
  /** Inputs that name an uploaded file; checked by the class itself, not against its list. */
  readonly files?: readonly string[]
}

const SAMPLERS = ['euler', 'euler_ancestral', 'dpmpp_2m', 'dpmpp_2m_sde', 'uni_pc']
const SCHEDULERS = ['normal', 'karras', 'simple', 'sgm_uniform']
const SIDE = { default: 512, min: 16, max: 16_384, step: 8 }
const SEED = { default: 0, min: 0, max: 18_446_744_073_709_552_000, control_after_generate: true }

const FIXED = {
  CLIPTextEncode: {
    required: { text: ['STRING', { multiline: true, dynamicPrompts: true }], clip: ['CLIP'] },
    output: ['CONDITIONING'],
  },
  EmptyLatentImage: {
    required: {
      width: ['INT', SIDE],
      height: ['INT', SIDE],
      batch_size: ['INT', { default: 1, min: 1, max: 4_096 }],
    },
    output: ['LATENT'],
  },
  KSampler: {
    required: {
      model: ['MODEL'],
      seed: ['INT', SEED],
      steps: ['INT', { default: 20, min: 1, max: 10_000, tooltip: 'The number of steps.' }],
      cfg: ['FLOAT', { default: 8, min: 0, max: 100, step: 0.1, round: 0.01 }],
      sampler_name: [SAMPLERS],
      scheduler: [SCHEDULERS],
      positive: ['CONDITIONING'],
      negative: ['CONDITIONING'],
      latent_image: ['LATENT'],
      denoise: ['FLOAT', { default: 1, min: 0, max: 1, step: 0.01 }],
    },
    output: ['LATENT'],
  },
  VAEDecode: { required: { samples: ['LATENT'], vae: ['VAE'] }, output: ['IMAGE'] },
  VAEEncode: { required: { pixels: ['IMAGE'], vae: ['VAE'] }, output: ['LATENT'] },
  SetLatentNoiseMask: { required: { samples: ['LATENT'], mask: ['MASK'] }, output: ['LATENT'] },
  SaveImage: {
    required: { images: ['IMAGE'], filename_prefix: ['STRING', { default: 'ComfyUI' }] },
    output: [],
    isOutput: true,
  },
  PreviewImage: { required: { images: ['IMAGE'] }, output: [], isOutput: true },
  // A class in the newer notation, whose choices stand in the second place.
  CreateVideo: {
    required: { images: ['IMAGE'], fps: ['FLOAT', { default: 30, min: 1, max: 120, step: 1 }] },
    output: ['VIDEO'],
  },
  SaveVideo: {
    required: {
      video: ['VIDEO'],
      filename_prefix: ['STRING', { default: 'video/ComfyUI' }],
      format: ['COMBO', { multiselect: false, options: ['auto', 'mp4'], default: 'auto' }],
    },
    output: [],
    isOutput: true,
  },
  EmptyAudio: {
    required: {
      duration: ['FLOAT', { default: 60, min: 0, step: 0.01 }],
      sample_rate: ['INT', { default: 44_100 }],
      channels: ['INT', { default: 2, min: 1, max: 2 }],
    },
    output: ['AUDIO'],
  },
  SaveAudio: {
    required: { audio: ['AUDIO'], filename_prefix: ['STRING', { default: 'audio/ComfyUI' }] },
    output: [],
    isOutput: true,
  },
} satisfies Record<string, NodeClass>

/** The classes, with the checkpoints and uploaded files that they list. */
export function nodeClasses(checkpoints: readonly string[], files: readonly string[]) {
  return {
    ...FIXED,
    CheckpointLoaderSimple: {
      required: { ckpt_name: [checkpoints, { tooltip: 'The name of the checkpoint (model) to load.' }] },
      output: ['MODEL', 'CLIP', 'VAE'],
    },
    LoadImage: {
      required: { image: [files, { image_upload: true }] },
      output: ['IMAGE', 'MASK'],
      files: ['image'],
    },
    LoadVideo: {
      required: { file: ['COMBO', { multiselect: false, options: files, video_upload: true }] },
      output: ['VIDEO'],
      files: ['file'],
    },
    LoadImageMask: {
      required: {
        image: [files, { image_upload: true }],
        channel: [['alpha', 'red', 'green', 'blue']],
      },
      output: ['MASK'],
      files: ['image'],
    },
  } satisfies Record<string, NodeClass>
}

/** What `node_info` of server.py tells of a class. */
export function nodeInfo(name: string, { required, optional, output, isOutput = false, isPaid }: NodeClass) {
  return {
    input: { required, ...(optional && { optional }) },
    input_order: { required: Object.keys(required) },
    output,
    output_is_list: output.map(() => false),
    output_name: output,
    name,
    display_name: name,
    description: '',
    python_module: 'nodes',
    category: 'sd',
    output_node: isOutput,
    ...(isPaid && { api_node: true }),
  }
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

/** A workflow that runs, in the API format, as ComfyUI exports it. */
export const TEXT_TO_IMAGE = {
  '3': { class_type: 'KSampler', inputs: KSAMPLER, _meta: { title: 'KSampler' } },
  [MODEL]: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sd15.safetensors' } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a glass bottle', clip: [MODEL, 1] } },
  '7': { class_type: 'CLIPTextEncode', inputs: { text: 'text, watermark', clip: [MODEL, 1] } },
  '8': { class_type: 'VAEDecode', inputs: { samples: ['3', 0], vae: [MODEL, 2] } },
  '9': { class_type: 'SaveImage', inputs: { filename_prefix: 'ComfyUI', images: ['8', 0] } },
}
