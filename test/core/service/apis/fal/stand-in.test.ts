/** The stand-in for fal is proven by fal's own client, and keeps what the documentation says. */
import { createFalClient, type FalClient } from '@fal-ai/client'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { FAL_KEY, startFal, type Fal } from '#test/stand-ins/services/fal/fal.ts'
import * as problems from '#test/stand-ins/services/fal/problems.ts'

let service: Fal
let client: FalClient

const FLUX = 'fal-ai/flux/schnell'
const fox = { prompt: 'a fox' }
/** Nothing in the way of a test is waited for. */
const retry = { baseDelay: 1, maxDelay: 1 }

beforeEach(async () => {
  service = await startFal()
  onTestFinished(() => service.close())
  client = clientWith(FAL_KEY)
})

/** The client knows the public hosts alone; its own middleware leads it here. */
function clientWith(credentials: string): FalClient {
  const requestMiddleware = async <Request extends { url: string }>(request: Request) =>
    Promise.resolve({
      ...request,
      url: request.url.replace(/^https:\/\/(?:queue\.fal\.run|rest\.fal\.ai)/u, service.baseUrl),
    })
  return createFalClient({ credentials, requestMiddleware, retry })
}

function ask(method: string, path: string, { body, key = FAL_KEY }: { body?: object; key?: string } = {}) {
  return fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

describe('the stand-in for fal, asked by its own client', () => {
  it('submits, polls and reads a request', async () => {
    const { request_id: requestId } = await client.queue.submit(FLUX, { input: { ...fox, num_images: 2 } })
    const states = []
    for (let poll = 0; poll < 2; poll++) states.push((await client.queue.status(FLUX, { requestId })).status)
    expect(states).toEqual(['IN_PROGRESS', 'COMPLETED'])
    const { data } = await client.queue.result(FLUX, { requestId })
    const file = await fetch(data.images[1]?.url ?? '')
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe('png')
    expect(service.server.charged()).toHaveLength(1)
  })

  it('follows a request to its end', async () => {
    const { data } = await client.subscribe('fal-ai/lyria2', { input: fox, pollInterval: 1 })
    expect(data).toMatchObject({ audio: { url: expect.stringContaining('.wav') } })
  })

  it('uploads a file and uses it', async () => {
    const file = new File(['an image'], 'fox.png', { type: 'image/png' })
    const url = await client.storage.upload(file)
    expect(await (await fetch(url)).text()).toBe('an image')
    const input = { ...fox, image_urls: [file as unknown as string] }
    await client.queue.submit('fal-ai/nano-banana/edit', { input })
    expect(service.requests[0]?.input).toMatchObject({ image_urls: [expect.stringContaining('/files/b/')] })
    expect(service.files.size).toBe(2)
  })

  it('cancels', async () => {
    const { request_id: requestId } = await client.queue.submit(FLUX, { input: fox })
    await client.queue.cancel(FLUX, { requestId })
    expect(service.requests[0]?.state).toBe('CANCELLED')
    await expect(client.queue.result(FLUX, { requestId })).rejects.toMatchObject({ status: 404 })
  })

  it('is told what is wrong with an input, by the result', async () => {
    const { request_id: requestId } = await client.queue.submit(FLUX, { input: { ...fox, num_images: 9 } })
    await client.queue.status(FLUX, { requestId })
    await client.queue.status(FLUX, { requestId })
    await expect(client.queue.result(FLUX, { requestId })).rejects.toMatchObject({
      status: 422,
      fieldErrors: [{ loc: ['body', 'num_images'], msg: 'Input should be less than or equal to 4' }],
    })
  })

  it('refuses the key of another', async () => {
    await expect(clientWith('a:b').queue.submit(FLUX, { input: fox })).rejects.toMatchObject({
      status: 401,
      body: problems.WRONG_KEY.body,
    })
  })
})

describe('the stand-in for fal keeps the documentation', () => {
  it('knows a request under its app alone, and says that it still runs', async () => {
    const { request_id: id } = (await (await ask('POST', `/${FLUX}`, { body: fox })).json()) as {
      request_id: string
    }
    expect((await ask('GET', `/fal-ai/flux/schnell/requests/${id}/status`)).status).toBe(404)
    expect((await ask('GET', `/fal-ai/flux/requests/${id}/status`)).status).toBe(202)
    const running = await ask('GET', `/fal-ai/flux/requests/${id}`)
    expect([running.status, await running.json()]).toEqual([400, problems.IN_PROGRESS.body])
  })

  it('refuses a model that is none, another method, another body, and a locked account', async () => {
    expect((await ask('POST', '/fal-ai/none', { body: fox })).status).toBe(404)
    expect((await ask('PUT', `/${FLUX}`, { body: fox })).status).toBe(405)
    expect((await ask('POST', `/${FLUX}`, { body: [1] })).status).toBe(400)
    service.isLocked = true
    expect((await ask('POST', `/${FLUX}`, { body: fox })).status).toBe(403)
    expect(service.server.charged()).toEqual([])
  })

  it('lists models page by page without a key, prices and history with one', async () => {
    const first = (await (await fetch(`${service.baseUrl}/v1/models?limit=4`)).json()) as Record<
      string,
      unknown
    >
    expect(first).toMatchObject({ has_more: true, next_cursor: '4' })
    expect((await fetch(`${service.baseUrl}/v1/models/pricing?endpoint_id=${FLUX}`)).status).toBe(401)
    const prices = await (await ask('GET', `/v1/models/pricing?endpoint_id=${FLUX}`)).json()
    expect(prices).toMatchObject({ prices: [{ endpoint_id: FLUX, unit_price: 0.003, unit: 'megapixels' }] })
    await ask('POST', `/${FLUX}`, { body: fox })
    const history = await ask('GET', `/v1/models/requests/by-endpoint?endpoint_id=${FLUX}&expand=payloads`)
    expect(await history.json()).toMatchObject({ items: [{ endpoint_id: FLUX, json_input: fox }] })
  })

  it('gives no file to a request that carries a key', async () => {
    const url = `${service.media.baseUrl}/files/b/x/0.png`
    expect((await fetch(url, { headers: { authorization: `Key ${FAL_KEY}` } })).status).toBe(400)
    expect((await fetch(url)).status).toBe(200)
  })
})
