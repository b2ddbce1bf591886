/** fal, against the suite that every service passes. */
import { onTestFinished } from 'vitest'
import { FAL_KEY, startFal } from '#test/stand-ins/services/fal/fal.ts'
import { FAL_MODELS } from '#test/stand-ins/services/fal/models.ts'
import * as problems from '#test/stand-ins/services/fal/problems.ts'
import type { ProviderResponse } from '#test/stand-ins/services/provider-server.ts'
import { type ScriptedResponse, type ServiceUnderTest, testConformance } from '../conformance.ts'

const FLUX = 'fal-ai/flux/schnell'

testConformance(async (): Promise<ServiceUnderTest> => {
  const service = await startFal()
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
    charged: () => server.charged().length,
    scriptSubmission: (response) => server.script('POST', `/${FLUX}`, asProvider(response)),
    cutSubmissionsAfter: (bytes) => void (server.cutChargedAfter = bytes),
    errors: {
      unauthorized: scripted(problems.WRONG_KEY),
      outOfCredits: scripted(problems.LOCKED),
      invalid: scripted(
        problems.unprocessable([{ loc: ['body', 'prompt'], msg: 'Field required', type: 'missing' }]),
      ),
      rateLimited: scripted(problems.tooMany(null)),
      serverError: scripted(problems.problem(500, 'Internal server error', 'internal_error')),
      contentRefused: scripted(problems.CONTENT_REFUSED),
    },
    several: { request: { model: FLUX, options: { num_images: 3 } }, files: 3 },
    holdTasks: (held) => void (service.isHeld = held),
    cancelled: () => service.requests.filter(({ state }) => state === 'CANCELLED').length,
  }
})

function asProvider({ body, ...response }: ScriptedResponse): ProviderResponse {
  return { ...response, body: JSON.stringify(body) }
}

function scripted({ status, body, headers = {} }: ProviderResponse): ScriptedResponse {
  return { status, body: JSON.parse(JSON.stringify(body)), headers }
}
