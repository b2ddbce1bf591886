/**
 * ComfyUI does what every service must do.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { openComfyui } from '#test/stand-ins/services/open.ts'
import type { ProviderRequest } from '#test/stand-ins/services/provider-server.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'
import { emptyFilesOf, failAfterTaking, garble, toProvider } from '../scripted.ts'
import type { SentRequest } from '../reserved.ts'

const CHECKPOINT = 'sd15.safetensors'
const SAVE_VIDEO = {
  class_type: 'SaveVideo',
  inputs: { filename_prefix: 'v', format: 'auto', video: ['2', 0] },
}
const CREATE_VIDEO = { class_type: 'CreateVideo', inputs: { fps: 16, images: ['1', 0] } }
const LATENT = { class_type: 'EmptyLatentImage', inputs: { width: 64, height: 64, batch_size: 1 } }

const WORKFLOWS = {
  'text-to-video': {
    '0': LATENT,
    '1': {
      class_type: 'VAEDecode',
      inputs: { samples: ['0', 0], vae: ['4', 2] },
    },
    '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: CHECKPOINT } },
    '2': CREATE_VIDEO,
    '3': SAVE_VIDEO,
  },
  'image-to-video': {
    '1': { class_type: 'LoadImage', inputs: { image: 'absent.png' } },
    '2': CREATE_VIDEO,
    '3': SAVE_VIDEO,
  },
  'video-to-video': { '2': { class_type: 'LoadVideo', inputs: { file: 'absent.mp4' } }, '3': SAVE_VIDEO },
  'text-to-music': {
    '1': { class_type: 'EmptyAudio', inputs: { duration: 1, sample_rate: 44_100, channels: 2 } },
    '2': { class_type: 'SaveAudio', inputs: { filename_prefix: 'a', audio: ['1', 0] } },
  },
}

const wrong = (message: string, details = '') => ({
  status: 400,
  body: { error: { type: 'invalid_prompt', message, details, extra_info: {} }, node_errors: {} },
})

const HOSTILE = [
  { prompt: 'a wolf' },
  { prompt_id: '00000000-0000-4000-8000-000000000000' },
  { client_id: 'other' },
  { extra_data: { extra_pnginfo: {} } },
  { 'positive.text': 'a wolf' },
  { 'sampler.positive': ['negative', 0] },
  { 'model.ckpt_name': 'other.safetensors' },
]

/** Of the plain workflow its checkpoint and texts, of the others their names are in no request. */
function sentTo(request: ProviderRequest | undefined): SentRequest {
  const { prompt = {} } = (request?.json ?? {}) as {
    prompt?: Record<string, { class_type: string; inputs: Record<string, unknown> }>
  }
  const nodes = Object.entries(prompt)
  const uploads = nodes.filter(([, { class_type, inputs }]) => {
    return class_type.startsWith('Load') && JSON.stringify(inputs).includes('atelier/')
  })
  const isPlain = prompt['positive'] !== undefined
  return {
    model: isPlain ? String(prompt['model']?.inputs['ckpt_name']) : '',
    prompt: isPlain ? String(prompt['positive']?.inputs['text']) : 'a red fox',
    inputs: uploads.length,
  }
}

async function openService(): Promise<ServiceUnderTest> {
  const service = await openComfyui()
  const submissions = () => service.requests('POST', '/prompt')
  return {
    kind: 'comfyui',
    baseUrl: service.baseUrl,
    apiKey: null,
    prepare: async (app) => {
      for (const [name, workflow] of Object.entries(WORKFLOWS)) {
        await app.ask('models.addWorkflow', { name, workflow })
      }
    },
    scenes: {
      'text-to-image': { model: CHECKPOINT },
      'image-to-image': { model: CHECKPOINT, inputOption: 'image' },
      'text-to-video': { model: 'text-to-video' },
      'image-to-video': { model: 'image-to-video', inputOption: 'image' },
      'video-to-video': { model: 'video-to-video', inputOption: 'video' },
      'text-to-music': { model: 'text-to-music', mediaType: 'music' },
    },
    submissions: () => submissions().length,
    sent: () => sentTo(service.charged().at(-1)),
    hostileOptions: HOSTILE,
    nameOnWire: (model) => (model === CHECKPOINT ? model : ''),
    charged: () => service.charged().length,
    scriptSubmission: (response) => service.script('POST', '/prompt', toProvider(response)),
    cutSubmissionsAfter: (bytes) => void (service.cutChargedAfter = bytes),
    failAfterTaking: () => failAfterTaking(service, /\/prompt$/u),
    errors: {
      invalid: wrong('Cannot execute because node Unheard does not exist.', "Node ID '#1'"),
      serverError: { status: 500, body: '500 Internal Server Error\n\nServer got itself in trouble' },
    },
    emptyFiles: () => emptyFilesOf(service),
    garbleModels: () => garble(service, /\/object_info/u),
    gone: 'removed.safetensors',
    several: { request: { model: CHECKPOINT, options: { batch_size: 3 } }, files: 3 },
    holdTasks: (held) => void (service.queue.isHeld = held),
    // It is held before it begins.
    cancelled: () => service.requests('POST', '/queue').length,
  }
}

testConformance(openService)
