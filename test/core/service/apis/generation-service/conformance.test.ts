/**
 * The generation service does what every service must do.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { SCENES } from '#contract/rules/media.ts'
import { acceptAndCut, errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { type ServiceUnderTest, testConformance } from '../conformance.ts'

const said = (status: number, message: string) => ({ status, body: { code: status, message } })

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
