/** The models of fal, as the adapter reads them from the stand-in. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { fal } from '#core/service/apis/fal/fal.ts'
import { createSend } from '#core/service/client.ts'
import type { ServiceAddress } from '#core/service/service-api.ts'
import { FAL_KEY, startFal, type Fal } from '#test/stand-ins/services/fal/fal.ts'

let service: Fal
let address: ServiceAddress

beforeEach(async () => {
  service = await startFal()
  onTestFinished(() => service.close())
  address = { api: fal, baseUrl: service.baseUrl, apiKey: FAL_KEY }
})

const free = () => createSend(address, 0)

describe('models', () => {
  const list = async () => {
    const outcome = await fal.fetchListing(free(), address)
    return outcome.kind === 'ok' ? fal.readModels(outcome.value).models : []
  }

  it('are listed over all pages with the scene of their category, and nothing that makes no media', async () => {
    const rows = (await list()).map(({ id, mediaTypes, scenes }) => [id, ...mediaTypes, ...scenes])
    expect(rows).toEqual([
      ['fal-ai/flux/schnell', 'image', 'text-to-image'],
      ['fal-ai/nano-banana/edit', 'image', 'image-to-image'],
      ['fal-ai/veo3.1/fast', 'video', 'text-to-video'],
      ['fal-ai/kling-video/v2.5-turbo/pro/image-to-video', 'video', 'image-to-video'],
      ['fal-ai/wan-vace-14b', 'video', 'video-to-video'],
      ['fal-ai/lyria2', 'music', 'text-to-music'],
    ])
  })

  it('are searched for', async () => {
    const found = await fal.searchModels?.(free(), address, 'nano')
    expect(found?.kind === 'ok' && fal.readModels(found.value).models.map(({ label }) => label)).toEqual([
      'Nano Banana',
    ])
  })

  it('are described by the body of their own endpoint, in its order, with their price', async () => {
    const id = 'fal-ai/flux/schnell'
    const described = await fal.describeModel?.(free(), address, id)
    const model = described?.kind === 'ok' ? fal.readModel?.(described.value, id) : null
    expect(model).toMatchObject({ id, label: 'FLUX.1 [schnell]', price: '$0.003 per megapixels' })
    expect(Object.keys(model?.optionSchema?.['properties'] ?? {})).toEqual([
      'prompt',
      'image_size',
      'num_images',
      'num_inference_steps',
      'seed',
    ])
  })

  it('are described without a price where the key may not ask for it', async () => {
    service.server.script('GET', '/pricing', { status: 403, body: {} })
    const id = 'fal-ai/lyria2'
    const described = await fal.describeModel?.(free(), address, id)
    const model = described?.kind === 'ok' ? fal.readModel?.(described.value, id) : null
    expect(model).toMatchObject({ id, optionSchema: { required: ['prompt'] } })
    expect(model).not.toHaveProperty('price')
  })

  it('that are described as nothing readable have no form', async () => {
    const row = {
      endpoint_id: 'a/b',
      metadata: { category: 'text-to-image' },
      openapi: { paths: { '/a/b': { post: 7 } } },
    }
    service.server.script('GET', '/v1/models', { status: 200, body: { models: [row] } })
    const described = await fal.describeModel?.(free(), address, 'a/b')
    const model = described?.kind === 'ok' ? fal.readModel?.(described.value, 'a/b') : null
    expect(model).toMatchObject({ id: 'a/b', label: 'a/b' })
    expect(model).not.toHaveProperty('optionSchema')
  })
})
