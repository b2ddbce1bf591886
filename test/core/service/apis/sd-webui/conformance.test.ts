/**
 * Stable Diffusion WebUI does what every service must do.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { openSdWebui } from '#test/stand-ins/services/open.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'
import { emptyFilesOf, garble, toProvider } from '../scripted.ts'

const CHECKPOINT = 'dreamshaper_8'
const SMALL = { width: 64, height: 64 }

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
