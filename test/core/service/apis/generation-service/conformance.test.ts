/**
 * The generation service does what every service must do.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { SCENES } from '#contract/rules/media.ts'
import { acceptAndCut, errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'
import type { SentRequest } from '../reserved.ts'

const said = (status: number, message: string) => ({ status, body: { code: status, message } })

const HOSTILE = [
  { prompt: 'a wolf' },
  { model: 'dear' },
  { provider: 'other' },
  { mediaType: 'video' },
  { media_type: 'video' },
  { scene: 'text-to-video' },
  { input: { prompt: 'a wolf' } },
  { options: { prompt: 'a wolf' } },
]

function sentTo(body: unknown): SentRequest {
  const {
    model = '',
    prompt = '',
    options = {},
  } = (body ?? {}) as Partial<SentRequest> & { options?: object }
  return { model, prompt, inputs: JSON.stringify(options).match(/"data:/gu)?.length ?? 0 }
}

async function openService(): Promise<ServiceUnderTest> {
  const service = await openFaultyService()
  const asked = (scene: string) => ({
    model: 'sample',
    ...(scene.startsWith('image') && { inputOption: 'image_url' }),
  })
  return {
    kind: 'generation-service',
    baseUrl: service.baseUrl,
    scenes: Object.fromEntries(SCENES.map((scene) => [scene, asked(scene)])),
    submissions: () => service.generates().length,
    sent: () => sentTo(service.generates().at(-1)?.body),
    hostileOptions: HOSTILE,
    charged: () => service.generates().filter(({ taskId }) => taskId !== undefined).length,
    scriptSubmission: ({ status, body, headers }) =>
      service.script('generate', respond(status, JSON.stringify(body), headers)),
    cutSubmissionsAfter: (bytes) => service.always('generate', bytes === null ? null : acceptAndCut(bytes)),
    errors: {
      unauthorized: said(401, 'the key is not valid'),
      outOfCredits: said(402, 'insufficient credits'),
      invalid: said(422, 'the option is unknown'),
      rateLimited: said(429, 'too many requests'),
      serverError: { status: 500, body: errorObject(0, '') },
      contentRefused: said(400, 'the prompt names a person'),
    },
    emptyFiles: () => service.always('file', respond(200, '', { 'content-type': 'image/png' })),
    garbleModels: () => service.always('models', respond(200, '{"words":"of another kind"}')),
    gone: null,
    expireAddresses: () => service.tasks.expireAddresses(),
  }
}

testConformance(openService)
