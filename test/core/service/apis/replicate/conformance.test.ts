/**
 * Replicate, against the suite that every service passes.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { onTestFinished } from 'vitest'
import { REPLICATE_MODELS } from '#test/stand-ins/services/replicate/models.ts'
import * as problems from '#test/stand-ins/services/replicate/problems.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'
import { emptyFilesOf, garble, toProvider, toScripted } from '../scripted.ts'

const FLUX = 'black-forest-labs/flux-schnell'
const MUSIC = REPLICATE_MODELS.find(({ name }) => name === 'musicgen')?.version ?? ''

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
    charged: () => server.charged().length,
    scriptSubmission: (response) => server.script('POST', '/v1/predictions', toProvider(response)),
    cutSubmissionsAfter: (bytes) => void (server.cutChargedAfter = bytes),
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
