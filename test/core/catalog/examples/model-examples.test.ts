/** The images that a service shows beside its models: fetched once, by the rules for files, and kept small. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readModels } from '#core/catalog/listings/read-models.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { openTestApp, openAtService } from '#test/stand-ins/test-app.ts'
import { respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'

function file(mimeType: string, bytes: () => Buffer | Promise<Buffer>): FaultyResponse {
  return {
    name: mimeType,
    give: async ({ response }) =>
      void response.writeHead(200, { 'content-type': mimeType }).end(await bytes()),
  }
}

const IMAGE = file('image/png', () => makeImage(1, 640, 480))
/** Above 8 MB, and whole. */
const LARGE = file('image/png', () =>
  sharp({ create: { width: 1_800, height: 1_600, channels: 3, background: 'red' } })
    .png({ compressionLevel: 0 })
    .toBuffer(),
)
const DRAWING = file('image/svg+xml', () =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="9" height="9"/></svg>',
  ),
)

const MODEL = { provider: 'p', model: 'ink' }

async function openWithExample(response = IMAGE) {
  const opened = await openAtService()
  const { app, service } = opened
  const listing = [
    { id: 'ink', provider: 'p', thumbnail_url: `${service.baseUrl}/files/ink.png` },
    { id: 'plain', provider: 'p' },
  ]
  service.always('models', respond(200, JSON.stringify(listing)))
  service.always('file', response)
  await app.ask('models.list', { refresh: true })
  const fetched = () => service.ledger.filter((entry) => entry.path.startsWith('/files/')).length
  return { ...opened, fetched }
}

test("a model's image is fetched once, made small, and shown without the service", async () => {
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

test('a new listing with another image shows that one', async () => {
  const { app, service, fetched } = await openWithExample()
  const before = await app.ask('models.example', MODEL)
  service.always(
    'file',
    file('image/png', () => makeImage(2, 640, 480)),
  )
  const listing = [{ id: 'ink', provider: 'p', thumbnail_url: `${service.baseUrl}/files/new.png` }]
  service.always('models', respond(200, JSON.stringify(listing)))
  app.clock.advance(1)
  await app.ask('models.list', { refresh: true })
  expect(await app.ask('models.example', MODEL)).not.toEqual(before)
  expect(fetched()).toBe(2)
})

test('a model without an image, and one that nobody lists, ask nothing', async () => {
  const { app, fetched } = await openWithExample()
  for (const model of ['plain', 'other'])
    expect(await app.ask('models.example', { provider: 'p', model })).toEqual({ image: null })
  expect(fetched()).toBe(0)
})

test.each([
  ['is a web page', respond(200, '<html>welcome</html>')],
  ['is gone', respond(404, '')],
  ['is empty', respond(200, '')],
  ['is larger than an image for a row has to be', LARGE],
  ['is a drawing', DRAWING],
])('an image that %s is not shown, and not asked for again', async (_, response) => {
  const { app, fetched } = await openWithExample(response)
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
