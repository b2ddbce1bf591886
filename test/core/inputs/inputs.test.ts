/** Reference media: taken when they are what they claim, refused with a sentence when not, and put where the request wants them. */
import { written } from '#contract/messages/message.ts'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { basename, dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fail } from '#contract/errors.ts'
import { createInputHandlers, type InputRouteDeps } from '#core/inputs/input-routes.ts'
import { collectGarbage } from '#test/stand-ins/collect-garbage.ts'
import { pixelBomb } from '#test/stand-ins/hostile-content.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeDirOnOtherDisk } from '#test/stand-ins/other-disk.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openAtService, openTestApp, openTestAppAt, REQUEST } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const MB = 1024 * 1024

const dataUrl = (bytes: Uint8Array, mimeType = 'image/png') =>
  `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`

test('takes an image by data URI, and the same one once', async () => {
  const app = await openTestApp()
  const bytes = await makeImage(1, 30, 20)
  const first = await app.ask('inputs.add', {
    name: '../../etc/fox\u0000.png',
    dataUrl: dataUrl(bytes, 'text/html'),
  })
  expect(first).toMatchObject({
    kind: 'image',
    mimeType: 'image/png',
    width: 30,
    height: 20,
    sizeBytes: bytes.length,
    name: 'fox.png',
  })
  expect((await app.ask('inputs.add', { name: 'reuse.png', dataUrl: dataUrl(bytes) })).id).toBe(first.id)
  const file = await app.app.media.input(first.id)
  expect(file).toMatchObject({ mimeType: 'image/png', sha256: first.sha256 })
  expect(file?.path).toBe(join(app.dataDir, 'inputs', first.sha256.slice(0, 2), `${first.sha256}.png`))
})

test('one whose file is damaged is whole again when it comes once more', async () => {
  const app = await openTestApp()
  const bytes = await makeImage(1, 30, 20)
  const { id } = await app.ask('inputs.add', { name: 'fox.png', dataUrl: dataUrl(bytes) })
  const path = (await app.app.media.input(id))?.path ?? ''
  await writeFile(path, Buffer.from(bytes).fill(0, bytes.length - 20))
  await app.ask('inputs.add', { name: 'fox.png', dataUrl: dataUrl(bytes) })
  expect(await readFile(path)).toEqual(bytes)
})

test('is taken where the media of the library lie on another disk', async (context) => {
  const disk = await makeDirOnOtherDisk()
  if (disk === null) return context.skip('no other disk here')
  const dataDir = await makeTempDir()
  await symlink(disk, join(dataDir, 'media'))
  const app = await openTestApp({ dataDir })
  const bytes = await makeImage(1, 30, 20)
  const { id } = await app.ask('inputs.add', { name: 'fox.png', dataUrl: dataUrl(bytes) })
  const { path = '' } = (await app.app.media.input(id)) ?? {}
  expect(await readFile(path)).toEqual(bytes)
  expect(await readdir(dirname(path))).toEqual([basename(path)])
})

test.each<[string, () => Promise<Uint8Array>, string]>([
  ['empty', async () => Buffer.alloc(0), 'inputs.empty'],
  ['a text', async () => Buffer.from('I am an image'), 'inputs.wrongKind'],
  ['a web page', async () => Buffer.from('<html><img></html>'), 'inputs.unknownFile'],
  ['a program', async () => Buffer.from('MZ\x90\x00\x03'), 'inputs.unknownFile'],
  ['a cut PNG', async () => (await makeImage(1, 200, 200)).subarray(0, 100), 'inputs.cutOff'],
  ['a PNG that ends a little early', async () => (await noise()).subarray(0, -2_000), 'inputs.cutOff'],
  ['the head of a PNG', async () => (await makeImage(1)).subarray(0, 30), 'inputs.notImage'],
  ['a PNG of 14,000 × 14,000', async () => pixelBomb(14_000), 'inputs.tooManyPixels'],
  ['noise', async () => Buffer.from([0, 1, 2, 3, 254, 255]), 'inputs.unknownFile'],
])('refuses what is %s with a message that names the file', async (_, make, id) => {
  const app = await openTestApp()
  const result = await app.app.addInput('fox.png', await make())
  const error = { code: 'invalid_input', field: 'inputs', id, values: { name: 'fox.png' } }
  expect(result).toMatchObject({ ok: false, error })
})

test.each<[string, Uint8Array]>([
  ['HEIC', heic()],
  ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
])('says what to do with a %s, which cannot be decoded here', async (format, bytes) => {
  const app = await openTestApp()
  const result = await app.app.addInput('fox', bytes)
  const error = { code: 'invalid_input', field: 'inputs', id: 'inputs.undecodedFormat' }
  expect(result).toMatchObject({ ok: false, error: { ...error, values: { name: 'fox', format } } })
})

test.each([
  [{ name: 'x', dataUrl: 'data:image/png;base64,§§' }, 'dataUrl'],
  [{ url: 'file:///etc/passwd' }, 'url'],
  [{ url: 'not an address' }, 'url'],
])('refuses %j and names the field', async (input, field) => {
  const app = await openTestApp()
  expect(await app.failure('inputs.add', input)).toMatchObject({ code: 'invalid_input', field })
})

slow('takes an image by address, and then sends the address', async () => {
  const { service, app } = await openAtService()
  service.tasks.make()
  const url = `${service.baseUrl}/files/1-0-1.png`
  const input = await app.ask('inputs.add', { url })
  expect(input).toMatchObject({ kind: 'image', url, width: 16 })
  await app.submitAndSave({ inputs: [{ inputId: input.id, option: 'image_url' }] })
  expect(service.generates()[0]?.body).toMatchObject({ options: { image_url: url } })
  expect(service.ledger.find(({ path }) => path.startsWith('/files/'))?.key).toBeNull()
})

slow.each([true, false])(
  'stops fetching what is larger than an input may be (length announced: %s)',
  async (isAnnounced) => {
    const service = await openFaultyService()
    const app = await openTestAppAt(service.baseUrl)
    let sentBytes = 0
    service.always('file', {
      name: '700 MB',
      give: async ({ response }) => {
        const length = isAnnounced ? { 'content-length': `${700 * MB}` } : {}
        response.writeHead(200, { 'content-type': 'image/png', ...length })
        response.write(await makeImage(1))
        for (; sentBytes < 700 * MB && !response.destroyed; sentBytes += MB) {
          await new Promise<unknown>((resolve) => response.write(Buffer.alloc(MB), resolve))
        }
        response.end()
      },
    })
    expect(await app.call('inputs.add', { url: `${service.baseUrl}/files/1-0-1.png` })).toMatchObject({
      ok: false,
      error: {
        code: 'invalid_input',
        field: 'url',
        message: expect.stringContaining('larger than 200 MB') as string,
      },
    })
    expect(sentBytes).toBeLessThan(isAnnounced ? 20 * MB : 240 * MB)
  },
)

slow('gives up on an address in time after its head, also when memory is collected meanwhile', async () => {
  const { service, app } = await openAtService()
  service.always('file', {
    name: 'hangs after the head',
    give: ({ response }) => response.writeHead(200, { 'content-type': 'image/png' }).flushHeaders(),
  })
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 60)))
  const collecting = setInterval(collectGarbage, 20)
  onTestFinished(() => {
    clearInterval(collecting)
    spy.mockRestore()
  })
  expect(await app.failure('inputs.add', { url: `${service.baseUrl}/files/1-0-1.png` })).toMatchObject({
    id: 'inputs.addressSlow',
  })
})

test('fetches no private address while the active profile is on the public internet', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt('https://api.example.com')
  const result = await app.call('inputs.add', { url: `${service.baseUrl}/files/1-0-1.png` })
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'url' } })
  expect(service.ledger).toEqual([])
})

slow('takes an asset of the library, and says so when its file is missing', async () => {
  const { app } = await openAtService()
  const { assetIds } = await app.untilTask((await app.submitOne()).id, 'saved')
  const assetId = assetIds[0] ?? ''
  expect(await app.ask('inputs.add', { assetId })).toMatchObject({
    kind: 'image',
    name: `${REQUEST.prompt}.png`,
  })
  expect(await app.failure('inputs.add', { assetId: 'nobody' })).toMatchObject({ code: 'not_found' })
  const file = await app.app.media.asset(assetId)
  await rm(file?.path ?? '')
  const missing = await app.call('inputs.add', { assetId })
  expect(missing).toMatchObject({ ok: false, error: { code: 'not_found', field: 'assetId' } })
})

test('refuses an asset of more than 200 MB before its file is read', async () => {
  const { app } = await openAtService()
  const { assetIds } = await app.submitAndSave()
  const assetId = assetIds[0] ?? ''
  const file = await app.app.media.asset(assetId)
  await rm(file?.path ?? '')
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.exec(`UPDATE assets SET size_bytes = ${200 * MB + 1}`)
  db.close()
  expect(await app.failure('inputs.add', { assetId })).toMatchObject({
    code: 'invalid_input',
    field: 'assetId',
    id: 'inputs.assetTooLarge',
    values: { megabytes: 200 },
  })
})

slow('holds the files of two assets in memory at once, however many are asked for', async () => {
  const { app } = await openAtService()
  const { assetIds } = await app.submitAndSave()
  const path = (await app.app.media.asset(assetIds[0] ?? ''))?.path ?? ''
  let [held, most] = [0, 0]
  const add = async () => {
    most = Math.max(most, ++held)
    for (let turn = 0; turn < 50; turn += 1) await setImmediate()
    held -= 1
    return fail('invalid_input', written('Counted.'))
  }
  const handlers = createInputHandlers({
    inputs: { add },
    library: { find: () => ({ sizeBytes: 1 }), media: { path: () => path } },
  } as unknown as InputRouteDeps)
  const asked = Array.from({ length: 12 }, async () => handlers['inputs.add']({ assetId: 'a' }))
  expect(await Promise.all(asked)).toHaveLength(12)
  expect(most).toBeLessThanOrEqual(2)
})

slow('puts several inputs into the arrays and single keys that the request names', async () => {
  const { service, app } = await openAtService()
  const inputs = await Promise.all(
    [1, 2, 3].map(async (number) => ({
      bytes: await makeImage(number),
      ...(await addImage(app.app, number)),
    })),
  )
  const [one, two, three] = inputs.map(({ bytes }) => dataUrl(bytes))
  const [a = '', b = '', c = ''] = inputs.map(({ id }) => id)
  const { id } = await app.submitOne({
    options: { images: ['https://example.com/x.png'], seed: 7 },
    inputs: [
      { inputId: a, option: 'images[]' },
      { inputId: b, option: 'images[]' },
      { inputId: c, option: 'mask_url' },
      { inputId: a, option: 'refs[]' },
    ],
  })
  const task = await app.untilTask(id, 'saved')
  expect(service.generates()[0]?.body).toEqual({
    ...REQUEST,
    options: { images: ['https://example.com/x.png', one, two], seed: 7, mask_url: three, refs: [one] },
  })
  // What is kept of it names the inputs and does not hold them.
  const asset = await app.ask('library.get', { id: task.assetIds[0] ?? '' })
  expect(asset).toMatchObject({
    options: { seed: 7 },
    inputs: [{ inputId: a }, { inputId: b }, { inputId: c }, { inputId: a }],
  })
  expect(JSON.stringify(asset)).not.toContain('base64')
})

test('refuses a request whose input is not here, and charges nothing when a file has vanished', async () => {
  const { service, app } = await openAtService()
  const gone = await app.call('tasks.submit', {
    requests: [{ ...REQUEST, inputs: [{ inputId: 'nobody', option: 'image' }] }],
  })
  expect(gone).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'requests.0.inputs.0.inputId' },
  })
  const { id: inputId } = await addImage(app.app, 1)
  await rm((await app.app.media.input(inputId))?.path ?? '')
  const { id } = await app.submitOne({ inputs: [{ inputId, option: 'image' }] })
  expect((await app.untilTask(id, 'rejected')).error).toMatchObject({ charged: 'no' })
  expect(service.generates()).toEqual([])
})

test('refuses several inputs for an option that takes one: the last would be sent alone', async () => {
  const { service, app } = await openAtService()
  const inputs = await Promise.all([1, 2].map((number) => addImage(app.app, number)))
  const refusal = (...options: readonly string[]) => {
    const given = inputs.map(({ id: inputId }, index) => ({ inputId, option: options[index] ?? '' }))
    return app.failure('tasks.submit', { requests: [{ ...REQUEST, inputs: given }] })
  }
  const refused = { id: 'service.reserved.input', field: 'requests.0.inputs.0.option' }
  expect(await refusal('image_url', 'image_url')).toMatchObject(refused)
  expect(await refusal('image_url', 'image_url[]')).toMatchObject(refused)
  expect(service.generates()).toEqual([])
  expect(await refusal('image_url', 'tail_image_url')).toBeNull()
})

async function addImage(app: Awaited<ReturnType<typeof openTestApp>>['app'], number: number) {
  const result = await app.addInput(`${number}.png`, await makeImage(number))
  if (!result.ok) throw new Error(result.error.message)
  return result.data
}

function noise(): Promise<Buffer> {
  return sharp({
    create: {
      width: 80,
      height: 80,
      channels: 3,
      background: 'black',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
}

/** The box that tells what a file is, and nothing behind it. */
function heic(): Buffer {
  const box = Buffer.alloc(64)
  box.writeUInt32BE(24, 0)
  box.write('ftypheic\0\0\0\0mif1heic', 4, 'latin1')
  return box
}
