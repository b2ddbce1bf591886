/** One exchange with a bucket: to its own host alone, within its time, and every end told as data. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { askBucket, linkTo, type StorageAccess } from '#core/inputs/storage/bucket.ts'
import { objectUrl, parseStorage } from '#core/profiles/object-address.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { collectGarbage } from '#test/stand-ins/collect-garbage.ts'
import { AWS, openS3Server, S3_KEYS } from '#test/stand-ins/s3-server.ts'
import { slow } from '#test/stand-ins/scale.ts'

const signal = () => new AbortController().signal

async function openBucket() {
  const clock = createManualClock()
  const s3 = await openS3Server(() => clock.now())
  const access: StorageAccess = { storage: s3.storage, ...S3_KEYS, allowLocal: true }
  return { clock, s3, access }
}

test('gives up on a bucket that does not answer, and says that it may answer later', async () => {
  const { clock, s3, access } = await openBucket()
  s3.always = 'hang'
  const response = await askBucket(access, { method: 'HEAD', key: 'x' }, clock, signal(), { responseMs: 50 })
  expect(response).toMatchObject({
    kind: 'problem',
    temporary: true,
    failure: { code: 'not_sent', id: 'inputs.storage.slow' },
  })
})

slow('gives up in time after the head, also when memory is collected meanwhile', async () => {
  const { clock, access } = await openBucket()
  const server = createServer((_, response) => {
    response.writeHead(500, { 'content-type': 'application/xml', 'content-length': 100 }).write('<Error>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const collecting = setInterval(collectGarbage, 20)
  onTestFinished(() => {
    clearInterval(collecting)
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const there = { ...access, storage: { ...access.storage, endpoint } }
  const order = { method: 'GET', key: 'x' } as const
  expect(await askBucket(there, order, clock, signal(), { responseMs: 1_000 })).toMatchObject({
    kind: 'problem',
    temporary: true,
  })
})

test('ends with the signal of its caller', async () => {
  const { clock, s3, access } = await openBucket()
  s3.always = 'hang'
  const caller = new AbortController()
  const asking = askBucket(access, { method: 'GET', key: 'x' }, clock, caller.signal)
  caller.abort()
  expect(await asking).toMatchObject({ kind: 'problem', temporary: true })
})

test('follows no redirect, and sends a body no further', async () => {
  const { clock, s3, access } = await openBucket()
  const other = await openS3Server(() => clock.now())
  s3.script({ status: 307, code: 'TemporaryRedirect', location: `${other.endpoint}/inputs/x` })
  const bytes = Buffer.from('fox')
  const body = {
    open: () => Readable.from([bytes]),
    sizeBytes: 3,
    sha256: '0'.repeat(64),
    mimeType: 'text/plain',
  }
  const response = await askBucket(access, { method: 'PUT', key: 'x', body }, clock, signal())
  expect(response).toMatchObject({ kind: 'problem', temporary: false })
  expect(other.ledger).toEqual([])
})

test('is refused for bytes that are not those it promised', async () => {
  const { clock, s3, access } = await openBucket()
  const body = {
    open: () => Readable.from([Buffer.from('cat')]),
    sizeBytes: 3,
    sha256: '0'.repeat(64),
    mimeType: 'text/plain',
  }
  const response = await askBucket(access, { method: 'PUT', key: 'x', body }, clock, signal())
  expect([response.kind, s3.ledger[0]?.code]).toEqual(['problem', 'XAmzContentSHA256Mismatch'])
})

test('gives links for one object and no other', async () => {
  const { clock, s3, access } = await openBucket()
  s3.objects.set('/inputs/other', { bytes: Buffer.from('secret'), contentType: 'text/plain' })
  const link = await linkTo(access, 'x.png', clock)
  expect((await fetch(link)).status).toBe(404)
  expect((await fetch(link.replace(/\/inputs\/[^?]*/, '/inputs/other'))).status).toBe(403)
  expect((await fetch(link.replace('X-Amz-Expires=600', 'X-Amz-Expires=6000'))).status).toBe(403)
})

test.each([
  [{}, 'https://my-inputs.s3.eu-central-1.amazonaws.com/x.png'],
  [{ pathStyle: true }, 'https://s3.eu-central-1.amazonaws.com/my-inputs/x.png'],
  [{ prefix: 'a/b' }, 'https://my-inputs.s3.eu-central-1.amazonaws.com/a/b/x.png'],
  [
    { endpoint: 'https://host.example:9000/root', pathStyle: true },
    'https://host.example:9000/root/my-inputs/x.png',
  ],
])('finds an object of %j', (change, expected) => {
  expect(objectUrl({ ...AWS, ...change }, 'x.png').href).toBe(expected)
})

test.each([
  [{ endpoint: 'host.example/' }, { endpoint: 'https://host.example' }],
  [{ prefix: '/a/b/' }, { prefix: 'a/b' }],
])('takes %j', (change, expected) => {
  expect(parseStorage({ ...AWS, ...change }, false)).toMatchObject({ ok: true, data: expected })
})

test.each([
  [{ endpoint: 'http://s3.example.com' }, 'storage.endpoint'],
  [{ endpoint: 'ftp://s3.example.com' }, 'storage.endpoint'],
  [{ endpoint: 'https://key:secret@s3.example.com' }, 'storage.endpoint'],
  [{ endpoint: 'https://s3.example.com/?x=1' }, 'storage.endpoint'],
  [{ endpoint: 'https://192.168.0.7:9000' }, 'storage.endpoint'],
  [{ endpoint: 'http://127.0.0.1:9000' }, 'storage.endpoint'],
  [{ endpoint: 'https://169.254.169.254' }, 'storage.endpoint'],
  [{ endpoint: 'not an address' }, 'storage.endpoint'],
  [{ endpoint: 'https://secret/key@s3.example.com' }, 'storage.endpoint'],
  [{ bucket: 'a/b' }, 'storage.bucket'],
  [{ bucket: '..' }, 'storage.bucket'],
  [{ prefix: 'a/../b' }, 'storage.prefix'],
  [{ prefix: 'a b' }, 'storage.prefix'],
  [{ region: 'eu/1' }, 'storage.region'],
])('refuses %j, and names the field', (change, field) => {
  expect(parseStorage({ ...AWS, ...change }, false)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field },
  })
})

test('takes a bucket on this computer for a service on this computer, http included, and numbers in path style only', () => {
  const local = { ...AWS, endpoint: 'http://127.0.0.1:9000', pathStyle: true }
  expect(parseStorage(local, true)).toMatchObject({ ok: true })
  expect(parseStorage({ ...local, pathStyle: false }, true)).toMatchObject({
    error: { field: 'storage.pathStyle' },
  })
  expect(parseStorage({ ...local, endpoint: 'http://192.168.0.7:9000' }, true)).toMatchObject({
    error: { field: 'storage.endpoint' },
  })
})
