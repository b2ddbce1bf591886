import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { slow } from '#test/stand-ins/scale.ts'
import { failingMaker } from './support/makers.ts'
import {
  download,
  getTask,
  imageResult,
  makeDataUri,
  makeFolder,
  makeImage,
  openService,
  postGenerate,
  startService,
  submit,
  taskResponse,
  textRequest,
  waitForEnd,
} from './support/service.ts'

async function folder(): Promise<string> {
  const made = await makeFolder()
  onTestFinished(made.remove)
  return made.path
}

describe('a finished image', () => {
  slow('has a short-lived address until refresh=assets moves it to a lasting one', async () => {
    let time = 1_000_000
    const service = await openService({ temporaryFileMs: 1_000, now: () => time })
    const id = await submit(service, textRequest())
    const first = imageResult.parse((await waitForEnd(service, id)).taskResult)
    const kept = imageResult.parse((await waitForEnd(service, id, '?refresh=assets')).taskResult)
    const [temporary, lasting] = [first.images[0]?.url ?? '', kept.images[0]?.url ?? '']
    expect(temporary).toContain('/files/tmp/')
    expect(lasting).not.toContain('/files/tmp/')
    const bytes = await download(temporary)
    time += 1_001
    expect((await fetch(temporary)).status).toBe(404)
    expect((await download(lasting)).equals(bytes)).toBe(true)
  })

  slow('gets a fresh short-lived address by refresh=1 once the first has run out', async () => {
    let time = 1_000_000
    const service = await openService({ temporaryFileMs: 1_000, now: () => time })
    const id = await submit(service, textRequest())
    await waitForEnd(service, id)
    time += 1_001
    const stale = imageResult.parse((await waitForEnd(service, id)).taskResult)
    expect((await fetch(stale.images[0]?.url ?? '')).status).toBe(404)
    const fresh = imageResult.parse((await waitForEnd(service, id, '?refresh=1')).taskResult)
    expect((await fetch(fresh.images[0]?.url ?? '')).status).toBe(200)
  })

  slow(
    'names its maker, its seed and the options that were not known, which are named at once too',
    async () => {
      const service = await openService()
      const body = textRequest({
        options: { resolution: '64x96', seed: 5, count: 2, sparkle: true, fps: 30 },
      })
      const response = (await (await postGenerate(service, body)).json()) as { data: { taskId: string } }
      expect(response).toMatchObject({
        code: 0,
        message: 'Accepted. Options not known here and ignored: sparkle, fps.',
      })
      const { taskResult } = await waitForEnd(service, response.data.taskId)
      expect(taskResult).toMatchObject({
        images: [
          { width: 64, height: 96, seed: 5, content_type: 'image/png' },
          { width: 64, height: 96, seed: 6, content_type: 'image/png' },
        ],
        made_by: 'Sample studio',
        ignored_options: ['sparkle', 'fps'],
      })
    },
  )

  slow(
    'reports the seed it chose when the request named none, and that seed gives the same bytes',
    async () => {
      const service = await openService()
      const chosen = await makeImage(service, textRequest({ options: { resolution: '64x64' } }))
      const seed = chosen.images[0]?.seed
      const again = await makeImage(service, textRequest({ options: { resolution: '64x64', seed } }))
      const [one, two] = [await download(chosen.images[0]?.url), await download(again.images[0]?.url)]
      expect(one.equals(two)).toBe(true)
    },
  )

  slow('can be the input of another, which is not kept once the task has ended', async () => {
    const dataDir = await folder()
    const service = await startService({ dataDir })
    const first = await makeImage(service, textRequest())
    const options = { resolution: '64x64', image_input: [first.images[0]?.url] }
    const second = await makeImage(service, textRequest({ scene: 'image-to-image', prompt: '', options }))
    expect(second.images).toHaveLength(1)
    await service.stop()
    expect(await readdir(join(dataDir, 'inputs'))).toEqual([])
  })
})

describe('an address in a request', () => {
  slow('is read when it is on this service, by either of its names, and refused when it is not', async () => {
    const service = await openService()
    const { images } = await makeImage(service, textRequest())
    const own = new URL(images[0]?.url ?? '')
    const fromImage = (url: string): object =>
      textRequest({ scene: 'image-to-image', prompt: '', options: { resolution: '64x64', image_input: url } })
    const statusOf = async (change: Partial<URL>): Promise<number> =>
      (await postGenerate(service, fromImage(Object.assign(new URL(own), change).href))).status
    expect([await statusOf({}), await statusOf({ hostname: 'localhost' })]).toEqual([200, 200])
    const elsewhere = [
      { hostname: '127.0.0.2' },
      { port: '1' },
      { protocol: 'https:' },
      { hostname: 'example.com' },
    ]
    for (const change of elsewhere) expect([change, await statusOf(change)]).toEqual([change, 400])
    expect(await statusOf({ pathname: '/files/tmp/none/x.png' })).toBe(400)
  })
})

describe('a restart', () => {
  slow('keeps the key, the tasks and the lasting files, at whatever port', async () => {
    const dataDir = await folder()
    const first = await startService({ dataDir })
    const id = await submit(first, textRequest())
    await waitForEnd(first, id, '?refresh=assets')
    await first.stop()

    const second = await openService({ dataDir })
    expect(second.apiKey).toBe(first.apiKey)
    const result = imageResult.parse((await waitForEnd(second, id)).taskResult)
    expect(result.images[0]?.url.startsWith(second.baseUrl)).toBe(true)
    expect((await download(result.images[0]?.url)).length).toBeGreaterThan(0)
  })

  slow('goes on with tasks that were not finished, inputs included', async () => {
    const dataDir = await folder()
    const first = await startService({ dataDir, paceMs: 600_000 })
    const image = await makeDataUri()
    const fromImage = textRequest({
      scene: 'image-to-image',
      options: { resolution: '64x64', image_input: image },
    })
    const ids = [await submit(first, textRequest()), await submit(first, fromImage)]
    await first.stop()

    const second = await openService({ dataDir })
    const ends = await Promise.all(ids.map((id) => waitForEnd(second, id)))
    expect(ends.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it('lets a key given at the start replace the kept one', async () => {
    const dataDir = await folder()
    const first = await startService({ dataDir })
    await first.stop()
    const second = await openService({ dataDir, apiKey: 'sample_given' })
    expect(second.apiKey).toBe('sample_given')
    const old = await getTask({ baseUrl: second.baseUrl, apiKey: first.apiKey }, 'any')
    expect(old.status).toBe(401)
  })
})

describe('a task at a normal pace', () => {
  it('is PENDING first and tells its live progress with refresh=1', async () => {
    const service = await openService({ paceMs: 600_000 })
    const id = await submit(service, textRequest())
    const body: unknown = await (await getTask(service, id, '?refresh=1')).json()
    expect(body).toMatchObject({ data: { status: 'PENDING', taskResult: null, progress: 0 } })
    const stored = taskResponse.parse(await (await getTask(service, id)).json())
    expect(stored.data.status).toBe('PENDING')
  })
})

describe('a failure inside the service', () => {
  it('is answered with 500 and gives nothing away', async () => {
    const plan = (): never => {
      throw new Error('no such file: /srv/ada/secret')
    }
    const service = await openService({ makers: [{ ...failingMaker, plan }] })
    const response = await postGenerate(service, textRequest({ model: 'always-fails' }))
    const message = 'The service failed. Try again.'
    expect([response.status, await response.json()]).toEqual([500, { code: 500, message }])
  })
})

it.each([
  ['/api/v1/generate', 10_000, textRequest({ prompt: 'x'.repeat(20_000) })],
  ['/api/v1/contact', undefined, { email: 'ada@example.com', content: 'x'.repeat(200_000) }],
])('a body over the limit of %s is refused with 413', async (path, maxBodyBytes, body) => {
  const service = await openService(maxBodyBytes === undefined ? {} : { maxBodyBytes })
  const response = await fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${service.apiKey}` },
    body: JSON.stringify(body),
  })
  expect([response.status, await response.json()]).toMatchObject([413, { code: 413 }])
})
