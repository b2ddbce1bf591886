/** Replicate, against the suite that every service passes. */
import { onTestFinished } from 'vitest'
import type { ProviderResponse } from '#test/stand-ins/services/provider-server.ts'
import { REPLICATE_MODELS } from '#test/stand-ins/services/replicate/models.ts'
import * as problems from '#test/stand-ins/services/replicate/problems.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import { type ScriptedResponse, type ServiceUnderTest, testConformance } from '../conformance.ts'

const FLUX = 'black-forest-labs/flux-schnell'
const MUSIC = REPLICATE_MODELS.find(({ name }) => name === 'musicgen')?.version ?? ''

testConformance(async (): Promise<ServiceUnderTest> => {
  const service = await startReplicate()
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
    scriptSubmission: (response) => server.script('POST', '/v1/predictions', asProvider(response)),
    cutSubmissionsAfter: (bytes) => void (server.cutChargedAfter = bytes),
    errors: {
      unauthorized: scripted(problems.WRONG_KEY),
      outOfCredits: scripted(problems.NO_CREDIT),
      invalid: scripted(
        problems.invalid([{ type: 'required', field: 'input', description: 'input.prompt is required' }]),
      ),
      rateLimited: scripted(problems.throttled(null)),
      serverError: scripted(problems.problem(502, 'Bad Gateway', 'Try again')),
    },
    several: { request: { model: FLUX, options: { num_outputs: 3 } }, files: 3 },
    holdTasks: (held) => void (service.isHeld = held),
    cancelled: () =>
      service.predictions.filter(({ status }) => /^(?:canceled|aborted)$/u.test(status)).length,
  }
})

function asProvider({ body, ...response }: ScriptedResponse): ProviderResponse {
  return { ...response, body: JSON.stringify(body) }
}

function scripted({ status, body, headers = {} }: ProviderResponse): ScriptedResponse {
  return { status, body: JSON.parse(JSON.stringify(body)), headers }
}
