/**
 * Stable Diffusion WebUI does what every service must do.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { openSdWebui } from '#test/stand-ins/services/open.ts'
import type { ProviderRequest } from '#test/stand-ins/services/provider-server.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'
import { emptyFilesOf, garble, toProvider } from '../scripted.ts'
import type { SentRequest } from '../reserved.ts'

const CHECKPOINT = 'dreamshaper_8'
const SMALL = { width: 64, height: 64 }

const HOSTILE = [
  { prompt: 'a wolf' },
  { hr_prompt: 'a wolf' },
  { infotext: 'a wolf' },
  { styles: ['wolves'] },
  { override_settings: { sd_model_checkpoint: 'other' } },
  { override_settings: { SD_Model_Checkpoint: 'other' } },
  { refiner_checkpoint: 'other' },
  { init_images: ['iVBORw0KGgo='] },
  { mask: 'iVBORw0KGgo=' },
  { script_name: 'prompts from file or textbox', script_args: ['a wolf'] },
  { script_args: ['a wolf'] },
  { alwayson_scripts: { Refiner: { args: [true, 'other', 0] } } },
  { force_task_id: 'other' },
  { send_images: false },
]

function sentTo(request: ProviderRequest | undefined): SentRequest {
  const {
    prompt = '',
    override_settings: settings = {},
    init_images: images = [],
  } = (request?.json ?? {}) as {
    prompt?: string
    override_settings?: Record<string, string>
    init_images?: readonly string[]
  }
  return { model: settings['sd_model_checkpoint'] ?? '', prompt, inputs: images.length }
}

async function openService(): Promise<ServiceUnderTest> {
  const service = await openSdWebui()
  service.auth = 'ann:secret'
  const submissions = () => service.ledger.filter(({ path }) => path.endsWith('2img'))
  return {
    kind: 'sd-webui',
    baseUrl: service.baseUrl,
    apiKey: 'ann:secret',
    scenes: {
      'text-to-image': { model: CHECKPOINT, options: SMALL },
      'image-to-image': { model: CHECKPOINT, options: SMALL, inputOption: 'image' },
    },
    submissions: () => submissions().length,
    sent: () => sentTo(service.charged().at(-1)),
    hostileOptions: HOSTILE,
    charged: () => service.charged().length,
    scriptSubmission: (response) => service.script('POST', '/txt2img', toProvider(response)),
    cutSubmissionsAfter: (bytes) => void (service.cutChargedAfter = bytes),
    errors: {
      unauthorized: { status: 401, body: { detail: 'Incorrect username or password' } },
      invalid: {
        status: 422,
        body: {
          detail: [{ loc: ['body', 'steps'], msg: 'value is not a valid integer', type: 'type_error' }],
        },
      },
      serverError: { status: 502, body: 'Bad Gateway' },
    },
    emptyFiles: () => emptyFilesOf(service),
    garbleModels: () => garble(service, /\/(?:sd-models|samplers|schedulers|upscalers)$/u),
    gone: 'removed',
    several: { request: { model: CHECKPOINT, options: { ...SMALL, batch_size: 2, n_iter: 2 } }, files: 4 },
  }
}

testConformance(openService)
