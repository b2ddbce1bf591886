/**
 * Replicate, against the suite that every service passes.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { onTestFinished } from 'vitest'
import { REPLICATE_MODELS } from '#test/stand-ins/services/replicate/models.ts'
import * as problems from '#test/stand-ins/services/replicate/problems.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import type { ProviderRequest } from '#test/stand-ins/services/provider-server.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'
import { emptyFilesOf, failAfterTaking, garble, toProvider, toScripted } from '../scripted.ts'
import type { SentRequest } from '../reserved.ts'

const FLUX = 'black-forest-labs/flux-schnell'
const MUSIC = REPLICATE_MODELS.find(({ name }) => name === 'musicgen')?.version ?? ''

const HOSTILE = [
  { prompt: 'a wolf' },
  { input: { prompt: 'a wolf' } },
  { version: 'black-forest-labs/flux-pro' },
  { webhook: 'https://example.com' },
  { webhook_events_filter: ['start'] },
  { stream: true },
]

function sentTo(request: ProviderRequest | undefined): SentRequest {
  const { version = '', input = {} } = (request?.json ?? {}) as {
    version?: string
    input?: Record<string, string>
  }
  const inputs = JSON.stringify(input).match(/"data:/gu)?.length ?? 0
  return { model: version, prompt: input['prompt'] ?? '', inputs }
}

testConformance(async (app): Promise<ServiceUnderTest> => {
  const service = await startReplicate(() => app.clock.now())
  onTestFinished(() => service.close())
  const { server } = service
  return {
    kind: 'replicate',
    baseUrl: service.baseUrl,
    apiKey: REPLICATE_KEY,
    scenes: {
      'text-to-image': { model: FLUX },
      'image-to-image': { model: 'google/nano-banana', inputOption: 'image_input[]' },
      'text-to-video': { model: 'luma/ray-2-540p' },
      'image-to-video': { model: 'wan-video/wan-2.2-i2v', inputOption: 'image' },
      'video-to-video': { model: 'luma/ray-2-540p', inputOption: 'video' },
      'text-to-music': { model: `meta/musicgen:${MUSIC}` },
    },
    submissions: () => server.requests('POST', '/v1/predictions').length,
    sent: () => sentTo(server.charged().at(-1)),
    hostileOptions: HOSTILE,
    charged: () => server.charged().length,
    scriptSubmission: (response) => server.script('POST', '/v1/predictions', toProvider(response)),
    cutSubmissionsAfter: (bytes) => void (server.cutChargedAfter = bytes),
    failAfterTaking: () => failAfterTaking(server, /\/v1\/predictions$/u),
    errors: {
      unauthorized: toScripted(problems.WRONG_KEY),
      outOfCredits: toScripted(problems.NO_CREDIT),
      invalid: toScripted(
        problems.invalid([{ type: 'required', field: 'input', description: 'input.prompt is required' }]),
      ),
      rateLimited: toScripted(problems.throttled(null)),
      serverError: toScripted(problems.problem(502, 'Bad Gateway', 'Try again')),
    },
    emptyFiles: () => emptyFilesOf(service.delivery),
    garbleModels: () => garble(server, /^\/v1\/(?:models|collections)/u),
    gone: 'someone/removed',
    several: { request: { model: FLUX, options: { num_outputs: 3 } }, files: 3 },
    holdTasks: (held) => void (service.isHeld = held),
    cancelled: () =>
      service.predictions.filter(({ status }) => /^(?:canceled|aborted)$/u.test(status)).length,
  }
})
