/** The pictures that a service shows beside its models: fetched once, by the rules for files, and kept small. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { openTestApp, openAtService } from '#test/stand-ins/test-app.ts'
import { respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'

const PICTURE: FaultyResponse = {
  name: 'picture',
  give: async ({ response }) =>
    void response.writeHead(200, { 'content-type': 'image/png' }).end(await makeImage(1, 640, 480)),
}

const MODEL = { provider: 'p', model: 'ink' }

async function openWithExample(answer = PICTURE) {
  const opened = await openAtService()
  const { app, service } = opened
  const listing = [
    { id: 'ink', provider: 'p', thumbnail_url: `${service.baseUrl}/files/ink.png` },
    { id: 'plain', provider: 'p' },
  ]
  service.always('models', respond(200, JSON.stringify(listing)))
  service.always('file', answer)
  await app.ask('models.list', { refresh: true })
  const fetched = () => service.ledger.filter((entry) => entry.path.startsWith('/files/')).length
  return { ...opened, fetched }
}

test("a model's picture is fetched once, made small, and shown without the service", async () => {
  const { app, fetched } = await openWithExample()
  const { image } = await app.ask('models.example', MODEL)
  const [start, base64 = ''] = image?.split(',') ?? []
  expect(start).toBe('data:image/webp;base64')
  expect(await sharp(Buffer.from(base64, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 384 })
  await app.close()
  const later = await openTestApp({ dataDir: app.dataDir, settings: app.settings, secrets: app.secrets })
  expect(await later.ask('models.example', MODEL)).toEqual({ image })
  expect(fetched()).toBe(1)
})

test('a model without a picture, and one that nobody lists, ask nothing', async () => {
  const { app, fetched } = await openWithExample()
  for (const model of ['plain', 'other'])
    expect(await app.ask('models.example', { provider: 'p', model })).toEqual({ image: null })
  expect(fetched()).toBe(0)
})

test.each([
  ['is a web page', respond(200, '<html>welcome</html>')],
  ['is gone', respond(404, '')],
  ['is empty', respond(200, '')],
  ['promises more than a picture has', respond(200, 'x', { 'content-length': String(1024 ** 3) })],
  [
    'is a drawing',
    respond(200, '<svg xmlns="http://www.w3.org/2000/svg"/>', { 'content-type': 'image/svg+xml' }),
  ],
])('a picture that %s is not shown, and not asked for again', async (_, answer) => {
  const { app, fetched } = await openWithExample(answer)
  expect(await app.ask('models.example', MODEL)).toEqual({ image: null })
  const asked = fetched()
  expect(await app.ask('models.example', MODEL)).toEqual({ image: null })
  expect(fetched()).toBe(asked)
})

test.each([
  ['https://cdn.example/a.webp', 'https://cdn.example/a.webp'],
  ['file:///etc/passwd', undefined],
  ['data:image/png;base64,AAAA', undefined],
  [`https://cdn.example/${'a'.repeat(2_000)}`, undefined],
  [7, undefined],
])('of %j in a listing, %s is its example', (cover, expected) => {
  const [model] = readModels([{ id: 'ink', cover_image_url: cover }]).models
  expect(model?.exampleUrl).toBe(expected)
})
