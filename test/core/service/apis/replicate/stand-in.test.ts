/** The stand-in for Replicate is proven by Replicate's own client, and keeps what the documentation says. */
import Replicate from 'replicate'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { REPLICATE_MODELS } from '#test/stand-ins/services/replicate/models.ts'
import * as problems from '#test/stand-ins/services/replicate/problems.ts'
import {
  REPLICATE_KEY,
  startReplicate,
  type Replicate as StandIn,
} from '#test/stand-ins/services/replicate/replicate.ts'
import { slow } from '#test/stand-ins/scale.ts'

let service: StandIn
let client: Replicate

const SDXL = versionOf('sdxl')
const MUSIC = versionOf('musicgen')
const FLUX = 'black-forest-labs/flux-schnell'
const fox = { prompt: 'a fox' }

beforeEach(async () => {
  service = await startReplicate()
  onTestFinished(() => service.close())
  client = new Replicate({ auth: REPLICATE_KEY, baseUrl: `${service.baseUrl}/v1` })
})

function versionOf(name: string): string {
  return REPLICATE_MODELS.find((model) => model.name === name)?.version ?? ''
}

function post(body: object, headers: Readonly<Record<string, string>> = {}) {
  return fetch(`${service.baseUrl}/v1/predictions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${REPLICATE_KEY}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

describe('the stand-in for Replicate, asked by its own client', () => {
  it('creates, polls and reads a prediction of an official model', async () => {
    const created = await client.predictions.create({ version: FLUX, input: { ...fox, num_outputs: 2 } })
    expect(created).toMatchObject({ status: 'starting', model: FLUX, version: 'hidden', output: null })
    const done = await client.wait(created, { interval: 1 })
    expect(done).toMatchObject({ status: 'succeeded', output: [expect.any(String), expect.any(String)] })
    const file = await fetch(done.output[1])
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe('png')
    expect(service.server.charged()).toHaveLength(1)
  })

  it('runs a version', async () => {
    const output = await client.run(`meta/musicgen:${MUSIC}`, {
      input: fox,
      wait: { mode: 'poll', interval: 1 },
    })
    expect(output).toMatch(/\.wav$/u)
  })

  it('uploads a file and uses it', async () => {
    const file = await client.files.create(Buffer.from('an image'))
    expect(file.size).toBe(8)
    const input = { ...fox, image: Buffer.from('another') }
    const created = await client.predictions.create({ version: 'wan-video/wan-2.2-i2v', input })
    expect(created.input).toMatchObject({ image: expect.stringContaining('/v1/files/') })
  })

  it('cancels', async () => {
    const { id } = await client.predictions.create({ version: FLUX, input: fox })
    expect((await client.predictions.get(id)).status).toBe('processing')
    expect((await client.predictions.cancel(id)).status).toBe('canceled')
    expect((await client.predictions.get(id)).status).toBe('canceled')
  })

  slow('lists predictions page by page, the newest first', async () => {
    for (let at = 0; at < 102; at++) await post({ version: FLUX, input: { prompt: `fox ${at}` } })
    const pages: string[][] = []
    for await (const page of client.paginate(client.predictions.list)) {
      pages.push(page.map(({ input }) => (input as { prompt: string }).prompt))
    }
    expect(pages.map(({ length }) => length)).toEqual([100, 2])
    expect(pages[0]?.[0]).toBe('fox 101')
  })

  it('lists collections and describes models', async () => {
    const { results } = await client.collections.list()
    expect(results.map(({ slug }) => slug)).toContain('official')
    expect((await client.collections.get('image-to-video')).models).toHaveLength(1)
    const model = await client.models.get('stability-ai', 'sdxl')
    expect(model.latest_version?.id).toBe(SDXL)
    expect(model.latest_version?.openapi_schema).toHaveProperty(
      'components.schemas.Input.properties.guidance_scale',
    )
    expect(await client.accounts.current()).toMatchObject({ username: 'alice' })
  })
})

describe('the stand-in for Replicate keeps the documentation', () => {
  it('takes `version`, never `model`', async () => {
    const response = await post({ model: FLUX, input: fox })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      title: 'Input validation failed',
      detail: '- version is required\n- Additional property model is not allowed\n',
    })
  })

  it.each([
    ['an input without what is required', { version: FLUX, input: {} }, 'input.prompt is required'],
    [
      'a number out of bounds',
      { version: FLUX, input: { ...fox, num_outputs: 9 } },
      'less than or equal to 4',
    ],
    [
      'a word that is none of the choices',
      { version: FLUX, input: { ...fox, aspect_ratio: '3' } },
      'must be one of',
    ],
    ['another type', { version: FLUX, input: { ...fox, seed: 'x' } }, 'Expected: integer'],
    ['a version that is none', { version: 'f'.repeat(64), input: fox }, 'does not exist'],
    ['a community model without a version', { version: 'stability-ai/sdxl', input: fox }, 'does not exist'],
  ])('refuses %s', async (_, body, words) => {
    const response = await post(body)
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(words)])
    expect(service.server.charged()).toEqual([])
  })

  it('refuses without a key, with another one, without credit, and in another type', async () => {
    const other = await post({ version: FLUX, input: fox }, { authorization: 'Bearer r8_other' })
    expect([other.status, await other.json()]).toEqual([401, problems.WRONG_KEY.body])
    const none = await fetch(`${service.baseUrl}/v1/account`)
    expect([none.status, await none.json()]).toEqual([401, problems.NO_KEY.body])
    expect((await post({ version: FLUX, input: fox }, { 'content-type': 'text/plain' })).status).toBe(415)
    service.isOutOfCredit = true
    expect((await post({ version: FLUX, input: fox })).status).toBe(402)
  })

  it('says how long to wait, and takes a result away after its time', async () => {
    service.server.script('POST', '/predictions', problems.throttled(3))
    const throttled = await post({ version: FLUX, input: fox })
    expect([throttled.status, throttled.headers.get('retry-after')]).toEqual([429, '3'])
    const { id } = await client.predictions.create({ version: FLUX, input: fox })
    await client.predictions.get(id)
    await client.predictions.get(id)
    service.removeData()
    expect(await client.predictions.get(id)).toMatchObject({ input: {}, output: null, data_removed: true })
  })

  it('gives no result file to a request that carries a key', async () => {
    const url = `${service.delivery.baseUrl}/xezq/a/out-0.png`
    expect((await fetch(url, { headers: { authorization: `Bearer ${REPLICATE_KEY}` } })).status).toBe(400)
    expect((await fetch(url)).status).toBe(200)
  })
})
