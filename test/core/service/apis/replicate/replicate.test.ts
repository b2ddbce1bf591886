/** The adapter against the stand-in for Replicate: what is sent, and what becomes of what comes back. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { replicate } from '#core/service/apis/replicate/replicate.ts'
import type { GenerateBody, ServiceAddress } from '#core/service/service-api.ts'
import { taskToSend } from '#core/tasks/submission/task-to-send.ts'
import { REPLICATE_MODELS } from '#test/stand-ins/services/replicate/models.ts'
import * as problems from '#test/stand-ins/services/replicate/problems.ts'
import {
  REPLICATE_KEY,
  startReplicate,
  type Replicate,
} from '#test/stand-ins/services/replicate/replicate.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { createAdapterClient, NOW } from '../adapter-client.ts'

const FLUX: GenerateBody = {
  provider: 'replicate',
  mediaType: 'image',
  model: 'black-forest-labs/flux-schnell',
  scene: 'text-to-image',
  prompt: 'a red fox',
}
const SDXL = REPLICATE_MODELS.find(({ name }) => name === 'sdxl')?.version ?? ''

let service: Replicate
let address: ServiceAddress
let clock: number

beforeEach(async () => {
  clock = NOW
  service = await startReplicate(() => clock)
  onTestFinished(() => service.close())
  address = { api: replicate, baseUrl: service.baseUrl, apiKey: REPLICATE_KEY }
})

const { free, submit, accepted, stateOf, verdict } = createAdapterClient(() => address, FLUX)

describe('a submission', () => {
  it('names the version, waits for nothing, and is polled to its files', async () => {
    const id = await accepted({ ...FLUX, options: { num_outputs: 2, aspect_ratio: '16:9' } })
    const [sent] = service.server.charged()
    expect(sent?.json).toEqual({
      version: 'black-forest-labs/flux-schnell',
      input: { prompt: 'a red fox', num_outputs: 2, aspect_ratio: '16:9' },
    })
    expect(sent?.headers).not.toHaveProperty('prefer')
    expect(await stateOf(id)).toMatchObject({
      status: 'PROCESSING',
      taskResult: null,
      progress: { fraction: 0.5 },
    })
    expect(await stateOf(id)).toMatchObject({
      status: 'SUCCESS',
      taskResult: { output: [expect.stringContaining('out-0.png'), expect.stringContaining('out-1.png')] },
    })
  })

  it('runs community models by their version', async () => {
    for (const model of [`stability-ai/sdxl:${SDXL}`, SDXL])
      expect(await accepted({ ...FLUX, model })).not.toBe('')
  })

  it.each(['sdxl', 'a/b/c', '../account', 'a/b:short', 'https://example.com/a'])(
    'is not built for %s',
    (model) => {
      const request = replicate.submit(taskToSend('task_1', { ...FLUX, model }, NOW), address)
      expect(request).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'model' } })
    },
  )

  it.each([
    ['what an input lacks', { ...FLUX, prompt: '' }, 'input.prompt is required'],
    [
      'an option out of bounds',
      { ...FLUX, options: { num_outputs: 9 } },
      'input.num_outputs: Must be less than',
    ],
    [
      'a model that was removed',
      { ...FLUX, model: `a/b:${'0'.repeat(64)}` },
      'The specified version does not exist',
    ],
  ])('is refused for %s, in the words of the service', async (_, body, words) => {
    const outcome = await submit(body)
    expect(outcome).toMatchObject({
      kind: 'rejected',
      failure: { charged: 'no', values: { said: expect.stringContaining(words) } },
    })
    expect(service.server.charged()).toEqual([])
  })

  it('is refused without credit and with the key of another service', async () => {
    service.isOutOfCredit = true
    expect(await submit()).toMatchObject({
      kind: 'rejected',
      failure: {
        charged: 'no',
        id: 'service.noCreditSaid',
        values: { said: expect.stringContaining('insufficient credit') },
      },
    })
    address = { ...address, apiKey: 'sk-of-another-service' }
    expect((await submit()).kind).toBe('unauthorized')
  })

  it.each([
    ['Retry-After', problems.throttled(3), 3_000],
    ['the body', { ...problems.throttled(7), headers: {} }, 7_000],
    ['nothing', problems.throttled(null), null],
  ])('waits as long as a limit says in %s', async (_, response, waitMs) => {
    service.server.script('POST', '/predictions', response)
    expect(await submit()).toMatchObject({ kind: 'rate_limited', waitMs })
  })

  it('has an unknown outcome when the service breaks', async () => {
    for (const status of [500, 502, 504]) {
      service.server.script('POST', '/predictions', { status, body: problems.problem(status, 'x', 'y').body })
      expect((await submit()).kind).toBe('unknown')
    }
    service.server.script('POST', '/predictions', { status: 201, body: { status: 'starting' } })
    expect((await submit()).kind).toBe('unknown')
  })
})

describe('a task', () => {
  it('that failed says why, also where content was refused', async () => {
    service.plan({
      polls: 1,
      error: 'NSFW content detected. Try running it again, or try a different prompt.',
    })
    expect(await stateOf(await accepted())).toMatchObject({
      status: 'FAILED',
      message: expect.stringContaining('NSFW content detected'),
    })
  })

  it('is canceled at the service', async () => {
    const id = await accepted()
    expect(await replicate.cancel?.(free(), id, address)).toBe(true)
    expect(await stateOf(id)).toMatchObject({
      status: 'FAILED',
      reason: { id: 'service.replicate.canceled' },
    })
  })

  it('whose files were removed after an hour says so', async () => {
    const id = await accepted()
    await stateOf(id)
    await stateOf(id)
    service.removeData()
    expect(await stateOf(id)).toMatchObject({
      status: 'SUCCESS',
      taskResult: null,
      reason: { id: 'service.replicate.resultRemoved' },
    })
  })

  it('that the service does not know is not found', async () => {
    expect(await stateOf('nothing')).toMatchObject({ kind: 'refused', failure: { code: 'not_found' } })
  })

  it('of an unknown status is still running', async () => {
    service.server.script('GET', '/x', {
      status: 200,
      body: { id: 'x', status: 'queued_again', output: 'https://a/b.png' },
    })
    expect(await stateOf('x')).toMatchObject({ status: null, statusText: 'queued_again', taskResult: null })
  })
})

describe('an unknown outcome', () => {
  const sought = (options?: JsonObject) =>
    replicate.lookUp?.(
      free(),
      taskToSend('task_1', { ...FLUX, ...(options ? { options } : {}) }, NOW),
      address,
    )

  it('is the one same prediction of the minute', async () => {
    await accepted({ ...FLUX, prompt: 'a cat' })
    const id = await accepted()
    await accepted({ ...FLUX, model: 'google/nano-banana' })
    clock += 59_000
    await accepted({ ...FLUX, options: { seed: 4 } })
    expect(await sought()).toEqual({ kind: 'found', remoteId: id })
  })

  it('offers several, with their times', async () => {
    const first = await accepted()
    clock += 20_000
    const second = await accepted()
    expect(await sought()).toEqual({
      kind: 'several',
      candidates: [
        { remoteId: second, createdAt: NOW + 20_000 },
        { remoteId: first, createdAt: NOW },
      ],
      areSame: true,
    })
  })

  it('offers what is near where nothing fits the minute, and never says that there is none', async () => {
    expect(await sought()).toEqual({ kind: 'several', candidates: [] })
    clock += 10 * 60_000
    const late = await accepted()
    clock += 60 * 60_000
    await accepted()
    expect(await sought()).toMatchObject({ kind: 'several', candidates: [{ remoteId: late }] })
  })

  it('offers one whose input was removed, or whose file has another name', async () => {
    const uri = 'data:image/png;base64,AAAA'
    const id = await accepted({ ...FLUX, options: { image: 'https://example.com/a.png' } })
    expect(await sought({ image: uri })).toMatchObject({ kind: 'several', candidates: [{ remoteId: id }] })
    service.removeData()
    expect(await sought()).toMatchObject({ kind: 'several', candidates: [{ remoteId: id }] })
  })

  slow('is looked for on further pages, at the same address', async () => {
    const id = await accepted()
    for (let at = 0; at < 120; at++) await accepted({ ...FLUX, prompt: `${at}` })
    expect(await sought()).toEqual({ kind: 'found', remoteId: id })
    service.server.script('GET', '/predictions', {
      status: 200,
      body: { results: [], next: 'https://elsewhere.example/steal?cursor=100' },
    })
    expect(await sought()).toEqual({ kind: 'found', remoteId: id })
  })

  it('stays unknown when the list cannot be had', async () => {
    service.server.script('GET', '/predictions', { status: 503, body: 'busy' })
    expect(await sought()).toMatchObject({ kind: 'unreachable' })
  })
})

describe('files', () => {
  const file = { name: 'a.png', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }

  it('are uploaded when they are larger than 256 kB', async () => {
    const needs = (sizeBytes: number) =>
      replicate.needsUpload?.({ sizeBytes, mimeType: 'image/png', option: 'image' })
    expect([needs(256 * 1024), needs(256 * 1024 + 1)]).toEqual([false, true])
    const uploaded = await replicate.upload?.(free(), file, address)
    expect(uploaded).toMatchObject({ ok: true, data: expect.stringContaining('/v1/files/') })
    expect([...service.files.values()].map(({ type, size }) => [type, size])).toEqual([['image/png', 3]])
  })

  it('that cannot be uploaded leave the request unsent', async () => {
    const tooLarge = problems.problem(413, 'Content Too Large', 'Files must be less than 100MB')
    service.server.script('POST', '/files', tooLarge)
    expect(await replicate.upload?.(free(), file, address)).toMatchObject({
      ok: false,
      error: { values: { said: expect.stringContaining('less than 100MB') } },
    })
    const large = { ...file, bytes: new Uint8Array(100_000_001) }
    expect(await replicate.upload?.(free(), large, address)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
    expect(service.server.requests('POST', '/files')).toHaveLength(1)
  })
})

describe('the connection test', () => {
  it('tells the service, a wrong key, and another service', async () => {
    expect(await verdict()).toMatchObject({ reachable: true, authorized: true })
    address = { ...address, apiKey: 'r8_other' }
    expect(await verdict()).toMatchObject({ reachable: true, authorized: false })
    address = { ...address, apiKey: REPLICATE_KEY, baseUrl: `${service.baseUrl}/somewhere` }
    expect(await verdict()).toMatchObject({ reachable: true, authorized: null })
    service.server.script('GET', '/v1/account', { status: 200, body: { object: 'list', data: [] } })
    address = { ...address, baseUrl: service.baseUrl }
    expect(await verdict()).toMatchObject({
      reachable: true,
      authorized: null,
      message: { id: 'service.test.other', values: { service: 'Replicate' } },
    })
  })

  it('means the same with and without the version in the address', () => {
    expect(replicate.normalizeBaseUrl('https://api.replicate.com/v1')).toBe('https://api.replicate.com')
  })
})
