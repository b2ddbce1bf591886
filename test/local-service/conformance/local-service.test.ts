import { failingMaker } from '../support/failing-maker.ts'
import { imageMaker } from '#local-service/makers/image-maker.ts'
import { makeDataUri, startService, textRequest } from '../support/service.ts'
import { describeConformance } from './describe-conformance.ts'
import { createOpenApiCheck, openApiDocument } from './open-api-check.ts'

const MINUTES_MS = 600_000

describeConformance('the local service', async ({ slow, ...limits } = {}) => {
  const service = await startService({
    makers: [imageMaker, failingMaker],
    paceMs: slow ? MINUTES_MS : 0,
    limits: { contactsPerMinute: 50, requestsPerMinute: 1_000, ...limits },
  })
  const document: unknown = await (await fetch(`${service.baseUrl}/api/v1/openapi.json`)).json()
  const { check } = createOpenApiCheck(openApiDocument.parse(document))
  const options = { resolution: '64x64', image_input: await makeDataUri() }
  return {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    otherApiKey: service.addApiKey('someone-else'),
    generateBody: textRequest(),
    promptlessBody: { ...textRequest({ scene: 'image-to-image', options }), prompt: undefined },
    failingBody: textRequest({ model: 'always-fails' }),
    check,
    close: service.stop,
  }
})
