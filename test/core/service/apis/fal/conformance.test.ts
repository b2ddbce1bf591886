/**
 * fal, against the suite that every service passes.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { onTestFinished } from 'vitest'
import { FAL_KEY, startFal } from '#test/stand-ins/services/fal/fal.ts'
import { FAL_MODELS } from '#test/stand-ins/services/fal/models.ts'
import * as problems from '#test/stand-ins/services/fal/problems.ts'
import type { ProviderRequest } from '#test/stand-ins/services/provider-server.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'
import { emptyFilesOf, failAfterTaking, garble, toProvider, toScripted } from '../scripted.ts'
import type { SentRequest } from '../reserved.ts'

const FLUX = 'fal-ai/flux/schnell'

const HOSTILE = [
  { prompt: 'a wolf' },
  { input: { prompt: 'a wolf' } },
  { fal_webhook: 'https://example.com' },
  { webhook_url: 'https://example.com' },
]

function sentTo(request: ProviderRequest | undefined): SentRequest {
  const json = (request?.json ?? {}) as Record<string, string>
  const inputs = JSON.stringify(json).match(/"data:/gu)?.length ?? 0
  return { model: request?.path.slice(1) ?? '', prompt: json['prompt'] ?? '', inputs }
}

testConformance(async (app): Promise<ServiceUnderTest> => {
  const service = await startFal(() => app.clock.now())
  onTestFinished(() => service.close())
  const { server } = service
  return {
    kind: 'fal',
    baseUrl: service.baseUrl,
    apiKey: FAL_KEY,
    scenes: {
      'text-to-image': { model: FLUX },
      'image-to-image': { model: 'fal-ai/nano-banana/edit', inputOption: 'image_urls[]' },
      'text-to-video': { model: 'fal-ai/veo3.1/fast' },
      'image-to-video': {
        model: 'fal-ai/kling-video/v2.5-turbo/pro/image-to-video',
        inputOption: 'image_url',
      },
      'video-to-video': { model: 'fal-ai/wan-vace-14b', inputOption: 'video_url' },
      'text-to-music': { model: 'fal-ai/lyria2' },
    },
    submissions: () => FAL_MODELS.reduce((sum, { id }) => sum + server.requests('POST', `/${id}`).length, 0),
    sent: () => sentTo(server.charged().at(-1)),
    hostileOptions: HOSTILE,
    charged: () => server.charged().length,
    scriptSubmission: (response) => server.script('POST', `/${FLUX}`, toProvider(response)),
    cutSubmissionsAfter: (bytes) => void (server.cutChargedAfter = bytes),
    failAfterTaking: () => failAfterTaking(server, new RegExp(`/${FLUX}$`, 'u')),
    errors: {
      unauthorized: toScripted(problems.WRONG_KEY),
      outOfCredits: toScripted(problems.LOCKED),
      invalid: toScripted(
        problems.unprocessable([{ loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' }]),
      ),
      rateLimited: toScripted(problems.tooMany(null)),
      serverError: toScripted(problems.problem(500, 'Internal server error', 'internal_error')),
      contentRefused: toScripted(problems.CONTENT_REFUSED),
    },
    emptyFiles: () => emptyFilesOf(service.media),
    garbleModels: () => garble(server, /^\/v1\/models/u),
    gone: 'fal-ai/removed',
    several: { request: { model: FLUX, options: { num_images: 3 } }, files: 3 },
    holdTasks: (held) => void (service.isHeld = held),
    cancelled: () => service.requests.filter(({ state }) => state === 'CANCELLED').length,
  }
})
