/** The adapter against the stand-in for fal: what is sent, and what becomes of what comes back. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { fal } from '#core/service/apis/fal/fal.ts'
import type { GenerateBody, ServiceAddress } from '#core/service/service-api.ts'
import { taskToSend } from '#core/tasks/submission/task-to-send.ts'
import { responseOf } from '#test/stand-ins/service-response.ts'
import { FAL_KEY, startFal, type Fal } from '#test/stand-ins/services/fal/fal.ts'
import * as problems from '#test/stand-ins/services/fal/problems.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { createAdapterClient, NOW } from '../adapter-client.ts'

const FLUX: GenerateBody = {
  provider: 'fal',
  mediaType: 'image',
  model: 'fal-ai/flux/schnell',
  scene: 'text-to-image',
  prompt: 'a red fox',
}

let service: Fal
let address: ServiceAddress
let clock: number

beforeEach(async () => {
  clock = NOW
  service = await startFal(() => clock)
  onTestFinished(() => service.close())
  address = { api: fal, baseUrl: service.baseUrl, apiKey: FAL_KEY }
})

const { free, submit, accepted, stateOf, resultOf, verdict } = createAdapterClient(() => address, FLUX)

describe('a submission', () => {
  it('goes to the endpoint, and is followed under its app to its files', async () => {
    const id = await accepted({ ...FLUX, options: { num_images: 2 } })
    expect(service.server.charged().map(({ path, json }) => [path, json])).toEqual([
      ['/fal-ai/flux/schnell', { prompt: 'a red fox', num_images: 2 }],
    ])
    expect(id).toMatch(/^fal-ai\/flux\/requests\/[\da-f-]{36}$/u)
    expect(await stateOf(id)).toMatchObject({ status: 'PROCESSING' })
    await stateOf(id)
    expect(await resultOf(id)).toMatchObject({
      status: 'SUCCESS',
      taskResult: {
        images: [{ url: expect.stringContaining('/0.png') }, { url: expect.stringContaining('/1.png') }],
      },
    })
  })

  it('tells its place in the queue', async () => {
    service.isHeld = true
    expect(await stateOf(await accepted())).toMatchObject({
      status: 'PENDING',
      progress: { queuePosition: 3 },
    })
  })

  it.each(['flux', '../v1/models', 'fal-ai/flux?x', 'https://elsewhere.example/a', 'fal-ai/..'])(
    'is not built for %s',
    (model) => {
      const request = fal.submit(taskToSend('task_1', { ...FLUX, model }, NOW), address)
      expect(request).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'model' } })
    },
  )

  it('is refused for a model that was removed, a locked account, and the key of another service', async () => {
    const gone = await submit({ ...FLUX, model: 'fal-ai/none' })
    expect(gone).toMatchObject({
      kind: 'rejected',
      failure: { values: { said: expect.stringContaining("'none' not found") } },
    })
    service.isLocked = true
    expect(await submit()).toMatchObject({
      kind: 'rejected',
      failure: { charged: 'no', id: 'service.noCreditSaid' },
    })
    address = { ...address, apiKey: 'r8_other' }
    expect((await submit()).kind).toBe('unauthorized')
    expect(service.server.charged()).toEqual([])
  })

  it.each([
    [3, 3_000],
    [null, null],
  ])('waits as long as a limit says (%s s)', async (seconds, waitMs) => {
    service.server.script('POST', '/schnell', problems.tooMany(seconds))
    expect(await submit()).toMatchObject({ kind: 'rate_limited', waitMs })
  })

  it.each([
    [500, { detail: 'Internal server error' }],
    [200, { status: 'IN_QUEUE' }],
    [200, { request_id: '../../x' }],
  ])('has an unknown outcome with %s %o', async (status, body) => {
    service.server.script('POST', '/schnell', { status, body })
    expect((await submit()).kind).toBe('unknown')
  })
})

describe('a request', () => {
  it.each([
    [
      'in the words of the model',
      undefined,
      'num_images: Input should be less than or equal to 4',
      undefined,
    ],
    [
      'as refused content',
      problems.CONTENT_REFUSED,
      'prompt: The content could not',
      { id: 'service.contentRefusedSaid' },
    ],
  ])('that failed says why, %s', async (_, result, words, reason) => {
    service.plan({ polls: 1, ...(result ? { result } : {}) })
    const id = await accepted({ ...FLUX, options: { num_images: 9 } })
    await stateOf(id)
    expect(await resultOf(id)).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining(words),
      taskResult: null,
      reason,
    })
  })

  it('that its runner lost says so in its state', async () => {
    service.plan({ polls: 1, error: 'Runner disconnected' })
    expect(await stateOf(await accepted())).toMatchObject({
      status: 'FAILED',
      message: 'Runner disconnected',
    })
  })

  it('whose result is an error of the runner may pass', async () => {
    service.plan({ polls: 1, result: problems.problem(504, 'Request timed out', 'request_timeout') })
    const id = await accepted()
    expect(await resultOf(id)).toMatchObject({ status: 'PROCESSING' })
    await stateOf(id)
    expect(await resultOf(id)).toMatchObject({ status: 'ERROR', message: 'Request timed out' })
  })

  it('is canceled at the service, and is not known from then on', async () => {
    const id = await accepted()
    expect(await fal.cancel?.(free(), id, address)).toBe(true)
    expect(service.requests[0]?.state).toBe('CANCELLED')
    expect(await stateOf(id)).toMatchObject({ kind: 'refused', failure: { code: 'not_found' } })
  })

  it('is asked for nowhere else, whatever stands for an id', async () => {
    for (const id of ['nothing', '../../v1/models', 'https://elsewhere.example/a']) {
      expect(fal.poll(id, address, false).url).toMatch(`${service.baseUrl}/unknown/app/requests/`)
      expect(await stateOf(id)).toMatchObject({ kind: 'refused', failure: { code: 'not_found' } })
    }
  })

  it('tells a state from a result', () => {
    const state = { status: 'COMPLETED', request_id: 'a' }
    expect(fal.readResult?.(responseOf(200, state), 0, 'a', address)).toMatchObject({ kind: 'refused' })
    expect(fal.readTask(responseOf(200, { images: [] }), 0, 'a')).toMatchObject({ kind: 'refused' })
  })
})

describe('an unknown outcome', () => {
  const sought = (options?: JsonObject) =>
    fal.lookUp?.(free(), taskToSend('task_1', { ...FLUX, ...(options ? { options } : {}) }, NOW), address)

  it('is the one same request of the minute', async () => {
    await accepted({ ...FLUX, prompt: 'a cat' })
    const id = await accepted()
    await accepted({ ...FLUX, options: { seed: 4 } })
    expect(await sought()).toEqual({ kind: 'found', remoteId: id })
  })

  it('offers several, or one whose input is not kept, and never says that there is none', async () => {
    expect(await sought()).toEqual({ kind: 'several', candidates: [] })
    const id = await accepted()
    service.requests.forEach((request) => (request.isForgotten = true))
    expect(await sought()).toEqual({ kind: 'several', candidates: [{ remoteId: id, createdAt: NOW }] })
    await accepted()
    expect(await sought()).toMatchObject({ kind: 'several', candidates: [{}, { remoteId: id }] })
  })

  it('stays unknown with a key that may not ask', async () => {
    service.server.script('GET', '/by-endpoint', {
      status: 403,
      body: { error: { message: 'Admin key required' } },
    })
    expect(await sought()).toMatchObject({ kind: 'unreachable' })
  })
})

describe('files', () => {
  const file = { name: 'a fox.png', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }

  slow('are uploaded without the key to the place that is named', async () => {
    const uploaded = await fal.upload?.(free(), file, address)
    expect(uploaded).toMatchObject({ ok: true, data: expect.stringContaining('/files/b/') })
    expect([...service.files.values()].map(({ type, bytes }) => [type, bytes.length])).toEqual([
      ['image/png', 3],
    ])
  })

  it.each(['http://169.254.169.254/latest', 'file:///etc/passwd', 'http://10.0.0.1/x'])(
    'are not put to %s for a service in the network',
    async (upload_url) => {
      service.server.script('POST', '/initiate', {
        status: 200,
        body: { upload_url, file_url: 'https://fal.media/a' },
      })
      const away = { ...address, baseUrl: 'https://fal.example' }
      const send = (request: Parameters<ReturnType<typeof free>>[0]) =>
        free()({ ...request, url: request.url.replace('https://fal.example', service.baseUrl) })
      expect(await fal.upload?.(send, file, away)).toMatchObject({
        ok: false,
        error: { code: 'unreadable_answer' },
      })
    },
  )

  slow('that cannot be uploaded leave the request unsent', async () => {
    service.media.script('PUT', '', { status: 403, body: 'Forbidden' })
    expect(await fal.upload?.(free(), file, address)).toMatchObject({ ok: false })
    const large = { ...file, bytes: new Uint8Array(91 * 1024 * 1024) }
    expect(await fal.upload?.(free(), large, address)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
  })
})

describe('addresses', () => {
  it('mean the same for every host of fal, and the key goes to those alone', () => {
    for (const url of [
      'https://fal.run',
      'https://queue.fal.run',
      'https://api.fal.ai/v1',
      'https://rest.fal.ai',
    ]) {
      expect(fal.normalizeBaseUrl(url)).toBe('https://queue.fal.run')
    }
    expect(fal.ownOrigins?.({ baseUrl: 'https://queue.fal.run' })).toEqual([
      'https://queue.fal.run',
      'https://rest.fal.ai',
      'https://api.fal.ai',
    ])
    expect(new Set(fal.ownOrigins?.({ baseUrl: 'https://proxy.example/fal' }))).toEqual(
      new Set(['https://proxy.example']),
    )
  })
})

describe('the connection test', () => {
  it('tells the service, a wrong key, a key without prices, and another service', async () => {
    expect(await verdict()).toMatchObject({ reachable: true, authorized: true })
    service.server.script('GET', '/pricing', { status: 403, body: {} })
    expect(await verdict()).toMatchObject({ reachable: true, authorized: null })
    address = { ...address, apiKey: 'r8_other' }
    expect(await verdict()).toMatchObject({ reachable: true, authorized: false })
    service.server.script('GET', '/pricing', { status: 404, body: {} })
    service.server.script('GET', '/models', { status: 200, body: { object: 'list', data: [] } })
    expect(await verdict()).toMatchObject({
      authorized: null,
      message: { id: 'service.test.other', values: { service: 'fal' } },
    })
  })
})
