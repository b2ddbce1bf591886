/** The specification of the generation service, sentence by sentence: what is sent to it, and how it refuses. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { slow } from '#test/stand-ins/scale.ts'
import { makeDataUri, textRequest } from '../support/service.ts'
import {
  errorObject,
  generateResponse,
  MEDIA_TYPES,
  refusal,
  refused,
  SCENES,
  startClient,
  type Client,
} from './client.ts'

let client: Client
beforeAll(async () => {
  client = await startClient()
})
afterAll(() => client.close())

describe('Generation request and response', () => {
  it('200: each submission is a task of its own, with code 0, a text message and data.taskId to poll', async () => {
    const { status, body, headers } = await client.generate()
    expect([status, headers.get('Content-Type')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/u) as string,
    ])
    expect(await client.submit()).not.toBe(generateResponse.parse(body).data.taskId)
  })

  it.each<[string, string, object]>([
    ...['provider', 'mediaType', 'model', 'scene'].map((field): [string, string, object] => [
      `without ${field}`,
      field,
      { [field]: undefined },
    ]),
    ...['provider', 'mediaType', 'model', 'scene', 'prompt'].map((field): [string, string, object] => [
      `with a number as ${field}`,
      field,
      { [field]: 7 },
    ]),
    ['of an unknown model', 'model', { model: 'no-such-model' }],
    ['without a prompt', 'prompt', { prompt: undefined }],
    ['with an empty prompt', 'prompt', { prompt: '' }],
    ['with a prompt of space', 'prompt', { prompt: ' \n' }],
    ['with a list as options', 'options', { options: ['a list'] }],
    ['with a text as options', 'options', { options: 'a text' }],
    ['with a number as options', 'options', { options: 7 }],
    ['with true as options', 'options', { options: true }],
    ['whose resolution is no string', 'resolution', { options: { resolution: 512 } }],
    ['whose aspect_ratio is not <width>:<height>', 'aspect_ratio', { options: { aspect_ratio: 'wide' } }],
  ])('400: a request %s, naming %s', async (_case, field, over) => {
    const response = await client.generate({ ...textRequest(), ...over })
    expect(refusal(response)).toEqual(refused(400))
    expect(errorObject.parse(response.body).message).toContain(field)
  })

  it.each([
    ['mediaType', { mediaType: 'hologram' }, MEDIA_TYPES],
    ['scene', { scene: 'text-to-smell' }, SCENES],
  ])('400: %s is one of those of the specification and nothing else', async (_field, over, all) => {
    const response = await client.generate(textRequest(over))
    expect(refusal(response)).toEqual(refused(400))
    for (const known of all) expect(errorObject.parse(response.body).message).toContain(known)
  })

  slow('prompt is not required when options supplies equivalent input', async () => {
    const options = { resolution: '64x64', image_input: await makeDataUri() }
    const body = textRequest({ scene: 'image-to-image', options, prompt: undefined })
    expect((await client.generate(body)).status).toBe(200)
  })

  it('options is not required, and free-form: additional properties are allowed', async () => {
    expect((await client.generate(textRequest({ options: undefined }))).status).toBe(200)
    const options = { resolution: '64x64', unheard_of: { deeply: ['nested', null, 1.5] } }
    expect((await client.generate(textRequest({ options }))).status).toBe(200)
  })

  it.each<[string, unknown, string]>([
    ['broken', '{"provider":', 'application/json'],
    ['empty', '', 'application/json'],
    ['no object', '["provider"]', 'application/json'],
    ['of another content type', textRequest(), 'text/plain'],
  ])('400: a body that is %s', async (_case, body, type) => {
    const headers = { 'Content-Type': type }
    const response = await client.ask('POST', '/api/v1/generate', { key: client.apiKey, body, headers })
    expect(refusal(response)).toEqual(refused(400))
  })
})

describe('Authentication', () => {
  it.each<[string, (key: string) => string | null]>([
    ['no key', () => null],
    ['an invalid key', () => 'Bearer nobodys-key'],
    ['another scheme', (key) => `Basic ${key}`],
    ['no scheme', (key) => key],
    ['nothing behind the scheme', () => 'Bearer'],
    ['two keys', (key) => `Bearer ${key} ${key}`],
    ['a key in another case', (key) => `Bearer ${key.toUpperCase()}`],
  ])('401: the key is sent as Bearer <API_KEY>, not as %s', async (_case, header) => {
    const value = header(client.apiKey)
    const headers = value === null ? {} : { Authorization: value }
    const response = await client.ask('POST', '/api/v1/generate', { body: textRequest(), headers })
    expect(refusal(response)).toEqual(refused(401))
  })

  it('the key is taken from the header alone, never from the address', async () => {
    const { apiKey, ask } = client
    expect(refusal(await ask('GET', `/api/v1/task/x?api_key=${apiKey}&key=${apiKey}`))).toEqual(refused(401))
  })

  it('who has no valid key learns nothing about the request: 401 comes before 400', async () => {
    expect(refusal(await client.generate('{"broken', null))).toEqual(refused(401))
  })

  it('each user has tasks of their own', async () => {
    const { generate, task, submit, otherApiKey } = client
    expect((await generate(textRequest(), otherApiKey)).status).toBe(200)
    expect(refusal(await task(await submit(), '', otherApiKey))).toEqual(refused(403))
  })
})

describe('CORS preflight', () => {
  it.each(['/api/v1/generate', '/api/v1/task/some-id', '/api/v1/contact', '/ai/models'])(
    'OPTIONS %s is 204 with no body, without authentication',
    async (path) => {
      const { status, text, headers } = await client.ask('OPTIONS', path, {
        headers: {
          Origin: 'https://example.com',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      })
      const list = (name: string): string[] =>
        (headers.get(name) ?? '').split(',').map((entry) => entry.trim().toLowerCase())
      expect([status, text, headers.get('Access-Control-Allow-Origin')]).toEqual([204, '', '*'])
      expect(list('Access-Control-Allow-Methods')).toEqual(expect.arrayContaining(['get', 'post']))
      expect(list('Access-Control-Allow-Headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type']),
      )
    },
  )

  it('a browser of any origin may read every response, errors and Retry-After included', async () => {
    const { apiKey: key, ask } = client
    const headers = { Origin: 'https://example.com' }
    const responses = [
      await ask('POST', '/api/v1/generate', { key, body: textRequest(), headers }),
      await ask('POST', '/api/v1/generate', { headers, body: {} }),
      await ask('GET', '/api/v1/task/unknown', { key, headers }),
      await ask('GET', '/nowhere', { headers }),
    ]
    for (const response of responses) {
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
      expect(response.headers.get('Access-Control-Expose-Headers')).toMatch(/retry-after/iu)
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
    }
  })
})

describe('Errors', () => {
  it.each([
    ['GET', '/api/v1/generate'],
    ['PUT', '/api/v1/generate'],
    ['POST', '/api/v1/task/some-id'],
    ['DELETE', '/api/v1/task/some-id'],
    ['GET', '/api/v1/contact'],
    ['POST', '/ai/models'],
  ])('%s %s is no endpoint: 405 with the error object, naming what is possible', async (method, path) => {
    const response = await client.ask(method, path)
    expect(refusal(response)).toEqual(refused(405))
    expect(response.headers.get('Allow')).not.toBeNull()
  })

  it.each([
    ...['/', '/api', '/api/v1', '/api/v1/task', '/api/v1/task/a/b', '/favicon.ico'].map((path) => [
      'GET',
      path,
    ]),
    ...['/generate', '/v1/generate', '/api/generate', '/api/v2/generate', '/API/V1/generate'].map((path) => [
      'POST',
      path,
    ]),
  ])('%s %s is no endpoint: 404 with the error object', async (method = '', path = '') => {
    const body = method === 'POST' ? textRequest() : undefined
    expect(refusal(await client.ask(method, path, { key: client.apiKey, body }))).toEqual(refused(404))
  })

  it('a message never holds the key that was sent', async () => {
    const wrong = 'wrong-key-4711'
    for (const { text } of [await client.generate({}, wrong), await client.task('x', '', wrong)])
      expect(text).not.toContain(wrong)
  })
})

it('the canonical list of model ids is at /ai/models, without authentication, and an id names one model', async () => {
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
  const { data } = listing.parse((await client.ask('GET', '/ai/models')).body)
  const { provider, mediaType, model } = textRequest()
  expect(data.filter((entry) => entry.model === model)).toMatchObject([{ provider, mediaType }])
  expect(new Set(data.map((entry) => entry.model)).size).toBe(data.length)
})
