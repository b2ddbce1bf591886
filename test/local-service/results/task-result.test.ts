import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { sampleMaker } from '../support/makers.ts'
import { download, postGenerate, startService, submit, waitForEnd } from '../support/service.ts'

const SHAPES = ['lists', 'urls', 'inline']
const MODELS = [
  { mediaType: 'image', model: 'two-images', scene: 'text-to-image', kind: 'image', count: 2 },
  { mediaType: 'video', model: 'short-video', scene: 'text-to-video', kind: 'video', count: 1 },
  { mediaType: 'music', model: 'two-tracks', scene: 'text-to-music', kind: 'audio', count: 2 },
  {
    mediaType: 'character',
    model: 'whole-character',
    scene: 'character-creation',
    kind: 'image',
    count: 2,
  },
] as const
const cases = SHAPES.flatMap((shape) => MODELS.map((model) => ({ shape, ...model })))

describe('a task result', () => {
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService({ makers: [sampleMaker] })
  })
  afterAll(() => service.stop())

  async function resultOf(request: object, options: object): Promise<Record<string, unknown>> {
    const body = { provider: 'sample', prompt: 'anything', ...request, options }
    const { taskResult } = await waitForEnd(service, await submit(service, body))
    return taskResult ?? {}
  }

  slow.each(cases)(
    'in the form $shape of $model names exactly its files, as Atelier reads it',
    async ({ shape, mediaType, model, scene, kind, count }) => {
      const lists = await resultOf({ mediaType, model, scene }, { result_shape: shape })
      const context = { mediaType, scene, baseUrl: service.baseUrl }
      const { found } = await findResults(lists as Json, context)
      const results = found.filter(({ role }) => role === 'result')
      expect(results.map((result) => result.kind)).toEqual(Array.from({ length: count }, () => kind))
      for (const { source } of results) {
        expect(source.kind).toBe(shape === 'inline' ? 'inline' : 'url')
        if (source.kind === 'answer') throw new Error('The result is in no answer file.')
        const address = source.kind === 'url' ? source.url : source.dataUri
        expect((await download(address)).length).toBeGreaterThan(0)
      }
    },
  )

  it('in the form inline holds the very bytes', async () => {
    const request = { mediaType: 'video', model: 'short-video', scene: 'text-to-video' }
    const result = (await resultOf(request, { result_shape: 'inline' })) as {
      data: { b64_json: string; content_type: string }[]
    }
    const bytes = Buffer.from(result.data[0]?.b64_json ?? '', 'base64')
    expect([result.data.length, bytes.length, result.data[0]?.content_type]).toEqual([1, 4_032, 'video/mp4'])
  })

  slow('gives addresses and says so when it is too large to be inline', async () => {
    const request = { mediaType: 'video', model: 'long-video', scene: 'text-to-video' }
    const result = await resultOf(request, { result_shape: 'inline' })
    expect(result).toMatchObject({
      videos: [{ videoUrl: expect.stringContaining('/files/tmp/') as string }],
      shape_note: expect.stringContaining('too large to be inline') as string,
    })
    expect(result['data']).toBeUndefined()
  })

  it.each(['tree', 7, ['lists']])('refuses the form %j, naming the option and the forms', async (shape) => {
    const request = { mediaType: 'image', model: 'two-images', scene: 'text-to-image' }
    const response = await postGenerate(service, {
      provider: 'sample',
      prompt: 'x',
      ...request,
      options: { result_shape: shape },
    })
    expect(response.status).toBe(400)
    expect(await response.text()).toMatch(/options\.result_shape must be one of .*inline/u)
  })

  it('may take any form with any model of the listing', async () => {
    const { data } = (await (await fetch(`${service.baseUrl}/ai/models`)).json()) as {
      data: { options: { properties: { result_shape?: { enum: string[] } } } }[]
    }
    expect(data.length).toBeGreaterThan(3)
    for (const { options } of data) expect(options.properties.result_shape?.enum).toEqual(SHAPES)
  })
})
