import { expect, it } from 'vitest'
import { z } from 'zod'
import { refusal, refused, SCENES, MEDIA_TYPES, type Client } from '../service-under-test.ts'

const listing = z.object({
  code: z.literal(0),
  data: z.array(
    z.object({
      provider: z.string(),
      mediaType: z.enum(MEDIA_TYPES),
      model: z.string(),
      scenes: z.array(z.enum(SCENES)).min(1),
    }),
  ),
})

export function describeVersioning(now: () => Client): void {
  it.each(['/generate', '/v1/generate', '/api/generate', '/api/v2/generate', '/API/V1/generate'])(
    'the version is part of the path: %s is not found',
    async (path) => {
      const { service, ask } = now()
      const answer = await ask('POST', path, { key: service.apiKey, body: service.generateBody })
      expect(refusal(answer)).toEqual(refused(404))
    },
  )

  it('the canonical list of model ids is at /ai/models, without authentication', async () => {
    const { service, ask } = now()
    const { status, body } = await ask('GET', '/ai/models')
    expect(status).toBe(200)
    const { data } = listing.parse(body)
    const { provider, mediaType, model } = service.generateBody
    expect(data.filter((entry) => entry.model === model)).toMatchObject([{ provider, mediaType }])
  })

  it('a model id names one model', async () => {
    const { data } = listing.parse((await now().ask('GET', '/ai/models')).body)
    const ids = data.map(({ model }) => model)
    expect(new Set(ids).size).toBe(ids.length)
  })
}
