/** The models of replicate, as the adapter reads them from the stand-in. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { replicate } from '#core/service/apis/replicate/replicate.ts'
import { createSend } from '#core/service/client.ts'
import type { ServiceAddress } from '#core/service/service-api.ts'
import { REPLICATE_MODELS } from '#test/stand-ins/services/replicate/models.ts'
import * as problems from '#test/stand-ins/services/replicate/problems.ts'
import {
  REPLICATE_KEY,
  startReplicate,
  type Replicate,
} from '#test/stand-ins/services/replicate/replicate.ts'

const SDXL = REPLICATE_MODELS.find(({ name }) => name === 'sdxl')?.version ?? ''

let service: Replicate
let address: ServiceAddress

beforeEach(async () => {
  service = await startReplicate()
  onTestFinished(() => service.close())
  address = { api: replicate, baseUrl: service.baseUrl, apiKey: REPLICATE_KEY }
})

const free = () => createSend(address, 0)

describe('models', () => {
  const list = async () => {
    const outcome = await replicate.fetchListing(free(), address)
    return outcome.kind === 'ok' ? replicate.readModels(outcome.value).models : []
  }

  it('are those of the collections, with scenes, and with their own form in its order', async () => {
    const models = await list()
    const rows = models.map(({ label, mediaTypes, scenes }) => [label, ...mediaTypes, ...scenes])
    expect(rows).toEqual([
      ['black-forest-labs/flux-schnell', 'image', 'text-to-image'],
      ['google/nano-banana', 'image', 'text-to-image', 'image-to-image'],
      ['wan-video/wan-2.2-i2v', 'video', 'image-to-video'],
      ['luma/ray-2-540p', 'video', 'text-to-video', 'video-to-video'],
      ['stability-ai/sdxl', 'image', 'text-to-image', 'image-to-image'],
      ['meta/musicgen', 'music', 'text-to-music'],
    ])
    expect(models[0]?.optionSchema).toMatchObject({
      required: ['prompt'],
      properties: { aspect_ratio: { enum: ['1:1', '16:9', '9:16'], default: '1:1' } },
    })
    expect(Object.keys(models[0]?.optionSchema?.['properties'] ?? {})).toEqual([
      'prompt',
      'aspect_ratio',
      'num_outputs',
      'go_fast',
      'output_quality',
      'seed',
    ])
    expect(models[4]?.id).toBe(`stability-ai/sdxl:${SDXL}`)
  })

  it('keep the last listing when a collection cannot be had now', async () => {
    service.server.script('GET', '/collections/text-to-image', { status: 502, body: 'x' })
    expect(await replicate.fetchListing(free(), address)).toMatchObject({ kind: 'refused' })
    service.server.script('GET', '/collections/text-to-image', problems.NOT_FOUND)
    expect((await list()).length).toBe(5)
  })

  it('are the public ones where there are no collections', async () => {
    service.server.script('GET', '/collections', problems.NOT_FOUND)
    expect((await list()).map(({ label }) => label)).toContain('stability-ai/sdxl')
    service.server.script('GET', '/collections', { status: 200, body: { results: [] } })
    expect((await list()).length).toBe(6)
  })

  it('are searched for and described, an older version too', async () => {
    const found = await replicate.searchModels?.(free(), address, 'music')
    const models = found?.kind === 'ok' ? replicate.readModels(found.value).models : []
    expect(models.map(({ label }) => label)).toEqual(['meta/musicgen'])
    const id = `stability-ai/sdxl:${SDXL}`
    const described = await replicate.describeModel?.(free(), address, id)
    const model = described?.kind === 'ok' ? replicate.readModel?.(described.value, id) : null
    expect(model).toMatchObject({ id, optionSchema: { properties: { guidance_scale: { maximum: 50 } } } })
    expect(await replicate.describeModel?.(free(), address, '../account')).toMatchObject({ kind: 'refused' })
  })
})
