/** Zip archives: what an export made comes back whole, and what was made to harm does not. */
import type { MessageId } from '#contract/messages/message.ts'
import { createWriteStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { ByteSource } from '#core/library/provenance/byte-source.ts'
import { extractEntry, listSource, listZip } from '#core/library/exchange/zip-file.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { pick, seededRandom } from '#test/stand-ins/seeded-random.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { OTHERS } from '../provenance/samples.ts'
import { openExchange, type Exchange } from './fixtures.ts'

const NEVER = new AbortController().signal

async function makeZip(files: Readonly<Record<string, Uint8Array>>, compress = true): Promise<string> {
  const path = join(await makeTempDir(), 'some.zip')
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files))
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, { compress })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

async function changed(path: string, change: (zip: Buffer) => void): Promise<string> {
  const zip = await readFile(path)
  change(zip)
  await writeFile(path, zip)
  return path
}

/** Where each entry of the directory begins. */
function entriesIn(zip: Buffer): readonly number[] {
  const places: number[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4)) places.push(at)
  return places
}

async function expectNothingLeft({ dataDir }: Exchange): Promise<void> {
  expect(await readdir(join(dataDir, 'media/.incoming'))).toEqual([])
}

const said = ({ assets }: Exchange): unknown[] =>
  assets().map(({ id: _id, taskId: _taskId, inputs: _inputs, ...rest }) => rest)

slow(
  'takes in what an export made as it was, with the recipes that lie beside, into a collection',
  async () => {
    const exchange = await openExchange()
    for (const number of [1, 2, 3]) await exchange.add(number, { prompt: `fox ${number}`, rating: 3 })
    for (const make of Object.values(OTHERS)) await exchange.addBytes(await make(), { prompt: 'a bear' })
    const job = await exchange.ended(exchange.exporter.start({ filter: {}, form: 'zip' }))
    const other = await openExchange()
    const made = other.library.collections.create('Foxes', null)
    const collectionId = made.ok ? made.data.id : ''
    const taken = await other.ended(other.importer.start(job.path, collectionId))
    expect(taken).toMatchObject({ state: 'done', message: { text: '5 files added.' } })
    expect(said(other)).toEqual(said(exchange))
    expect(other.library.collections.list()).toMatchObject([{ name: 'Foxes', count: 5 }])
    await expectNothingLeft(other)
  },
)

test('takes in an upload, packed files, folders and all, and says what it left', async () => {
  const exchange = await openExchange()
  const path = await makeZip({
    'deep/down/An owl.png': await makeImage(1),
    '__MACOSX/deep/._An owl.png': Buffer.from('x'),
    '.hidden/fox.png': await makeImage(2),
    'notes.txt': Buffer.from('hello'),
  })
  const body = async function* () {
    yield await readFile(path)
  }
  const job = await exchange.ended(exchange.importer.takeZip({ name: 'some.zip', body: body() }))
  expect(job.message.text).toBe('1 file added. 1 is no image, video, audio or 3D model: notes.txt.')
  expect(exchange.assets().map(({ title }) => title)).toEqual(['An owl'])
  await expectNothingLeft(exchange)
})

test('makes no path of a name, whatever it says', async () => {
  const exchange = await openExchange()
  const names = ['../../../evil.png', '/etc/evil/a.png', 'C:\\win\\evi.png', 'a\0\0/evil\u0001.png ']
  const files = await Promise.all(
    names.map(async (name, at) => ['x'.repeat(name.length - 1) + at, await makeImage(at)] as const),
  )
  const path = await changed(await makeZip(Object.fromEntries(files)), (zip) => {
    for (const [at, name] of names.entries()) {
      const old = Buffer.from('x'.repeat(name.length - 1) + at)
      for (let place = zip.indexOf(old); place >= 0; place = zip.indexOf(old)) zip.write(name, place, 'utf8')
    }
  })
  const before = await readdir(join(exchange.dataDir, '..'))
  const job = await exchange.ended(exchange.importer.start(path))
  expect(job.message.text).toBe('4 files added.')
  expect(exchange.assets().every(({ title = '' }) => !/[/\\\0]/.test(title))).toBe(true)
  expect(await readdir(join(exchange.dataDir, '..'))).toEqual(before)
  await expectNothingLeft(exchange)
})

/** What makes a good archive of three files a bad one, and what is said of it. */
const HARMS: Readonly<Record<string, readonly [(zip: Buffer) => void, MessageId]>> = {
  'swells to 4 GB': [
    (zip) => zip.writeUInt32LE(0xffff_fff0, (entriesIn(zip)[0] ?? 0) + 24),
    'exchange.zip.tooTight',
  ],
  'says one content is that of all': [
    (zip) => {
      const [first = 0, second = 0] = entriesIn(zip)
      zip.copy(zip, second + 42, first + 42, first + 46)
    },
    'exchange.zip.damaged',
  ],
  'lies beyond its end': [
    (zip) => zip.writeUInt32LE(zip.length, (entriesIn(zip)[1] ?? 0) + 42),
    'exchange.zip.damaged',
  ],
  'counts more than there are': [
    (zip) => zip.writeUInt16LE(9, zip.indexOf('PK\x05\x06') + 10),
    'exchange.zip.damaged',
  ],
  'has no end': [(zip) => zip.fill(0, zip.indexOf('PK\x05\x06')), 'exchange.zip.incomplete'],
  'has a directory elsewhere': [
    (zip) => zip.writeUInt32LE(0xffff_fffe, zip.indexOf('PK\x05\x06') + 16),
    'exchange.zip.incomplete',
  ],
}

test.each(Object.entries(HARMS))('refuses an archive that %s', async (_, [harm, why]) => {
  const exchange = await openExchange()
  const good = await makeZip({ a: await makeImage(1), b: await makeImage(2), c: await makeImage(3) })
  const job = await exchange.ended(exchange.importer.start(await changed(good, harm)))
  expect([job.state, job.message.id]).toEqual(['failed', why])
  expect(exchange.assets()).toEqual([])
  await expectNothingLeft(exchange)
})

test('lists as many files as an export of a large library makes', async () => {
  const count = 20_001
  const heads = Buffer.alloc(count * 31)
  const entries = Buffer.alloc(count * 47)
  for (let number = 0; number < count; number++) {
    entries.writeUInt32LE(0x0201_4b50, number * 47)
    entries.writeUInt16LE(1, number * 47 + 28)
    entries.writeUInt32LE(number * 31, number * 47 + 42)
    entries.write('a', number * 47 + 46)
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(heads.length, 16)
  const path = join(await makeTempDir(), 'large.zip')
  await writeFile(path, Buffer.concat([heads, entries, end]))
  expect(await listZip(path)).toMatchObject({ kind: 'listed', entries: { length: count }, skipped: 0 })
})

test('refuses what counts more files than any library has', async () => {
  const path = join(await makeTempDir(), 'many.zip')
  const [end, locator, tail] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.alloc(22)]
  end.writeUInt32LE(0x0606_4b50, 0)
  end.writeBigUInt64LE(500_001n, 32)
  locator.writeUInt32LE(0x0706_4b50, 0)
  tail.writeUInt32LE(0x0605_4b50, 0)
  tail.writeUInt16LE(0xffff, 10)
  await writeFile(path, Buffer.concat([end, locator, tail]))
  expect(await listZip(path)).toEqual({ kind: 'refused', why: 'tooManyFiles', limit: 500_000 })
})

test('lists files as large as the archive itself, and refuses those that would become as large', async () => {
  const size = 65 * 1024 ** 3
  const zipOf = (method: number, packedBytes: number): ByteSource => {
    const entry = Buffer.alloc(46 + 1 + 28)
    entry.writeUInt32LE(0x0201_4b50, 0)
    entry.writeUInt16LE(method, 10)
    entry.fill(0xff, 20, 28)
    entry.writeUInt16LE(1, 28)
    entry.writeUInt16LE(20, 30)
    entry.write('a', 46)
    entry.writeUInt16LE(1, 47)
    entry.writeUInt16LE(16, 49)
    entry.writeBigUInt64LE(BigInt(size), 51)
    entry.writeBigUInt64LE(BigInt(packedBytes), 59)
    const directoryAt = 30 + packedBytes
    const end = Buffer.alloc(56 + 20 + 22)
    const endAt = directoryAt + 67
    end.writeUInt32LE(0x0606_4b50, 0)
    end.writeBigUInt64LE(1n, 32)
    end.writeBigUInt64LE(67n, 40)
    end.writeBigUInt64LE(BigInt(directoryAt), 48)
    end.writeUInt32LE(0x0706_4b50, 56)
    end.writeBigUInt64LE(BigInt(endAt), 64)
    end.writeUInt32LE(0x0605_4b50, 76)
    end.writeUInt16LE(0xffff, 86)
    const tail = Buffer.concat([entry.subarray(0, 67), end])
    const sizeBytes = directoryAt + tail.length
    const read = (position: number, lengthBytes: number) => {
      const bytes = Buffer.alloc(lengthBytes)
      tail.copy(bytes, Math.max(0, directoryAt - position), Math.max(0, position - directoryAt))
      return Promise.resolve(bytes)
    }
    return { sizeBytes, read }
  }
  expect(await listSource(zipOf(0, size))).toMatchObject({ kind: 'listed', entries: [{ sizeBytes: size }] })
  expect(await listSource(zipOf(8, size / 2))).toEqual({ kind: 'refused', why: 'tooLarge', limit: 64 })
})

test('refuses an empty file that is called an archive', async () => {
  const exchange = await openExchange()
  const path = join(await makeTempDir(), 'empty.zip')
  await writeFile(path, '')
  const job = await exchange.ended(exchange.importer.start(path))
  expect(job).toMatchObject({ state: 'failed', message: { id: 'exchange.zip.incomplete' } })
})

test('takes in the rest where one file is not what the archive says, or is encrypted', async () => {
  const exchange = await openExchange()
  const files = {
    'a.png': await makeImage(1),
    'b.png': await makeImage(2),
    'c.png': await makeImage(3),
    'd.png': await makeImage(4),
  }
  const path = await changed(await makeZip(files), (zip) => {
    const [first = 0, second = 0, third = 0] = entriesIn(zip)
    zip.writeUInt32LE(1, first + 16)
    zip.writeUInt16LE(zip.readUInt16LE(second + 8) | 1, second + 8)
    zip.writeUInt32LE(zip.readUInt32LE(third + 24) - 1, third + 24)
  })
  const job = await exchange.ended(exchange.importer.start(path))
  expect(job.message.text).toBe(
    "1 file added. 2 couldn't be read: a.png and c.png. 1 file is encrypted or packed in a way that Atelier can't read.",
  )
  await expectNothingLeft(exchange)
})

test.each([
  ['encrypted', 0x01],
  ['strongly encrypted', 0x41],
])('lists the rest beside a file that is %s', async (_, flags) => {
  const content = Buffer.from('hello')
  const path = await changed(
    await makeZip({ 'a.png': content, 'b.png': content, 'c.png': content }),
    (zip) => {
      const [, second = 0] = entriesIn(zip)
      zip.writeUInt16LE(zip.readUInt16LE(second + 8) | flags, second + 8)
    },
  )
  expect(await listZip(path)).toMatchObject({
    kind: 'listed',
    entries: [{ name: 'a.png' }, { name: 'c.png' }],
    skipped: 1,
  })
})

test('refuses what swells, before a byte of it is written', async () => {
  const path = await makeZip({ 'zeros.png': Buffer.alloc(40 * 1024 ** 2) })
  expect(await listZip(path)).toMatchObject({ kind: 'refused', why: 'tooTight' })
})

/** Files that become almost nothing: none of them is large, all together are. Packed once: it takes seconds. */
const zeros = Buffer.alloc(3_900 * 1024)
let packed: Promise<Buffer> | undefined

async function swelling(): Promise<string> {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.png`, zeros]))
  packed ??= makeZip(files).then((path) => readFile(path))
  const path = join(await makeTempDir(), 'swelling.zip')
  await writeFile(path, await packed)
  return path
}

slow('refuses what swells in many small files', async () => {
  expect(await listZip(await swelling())).toMatchObject({ kind: 'refused', why: 'tooTight' })
})

slow('unpacks no file further than the archive says, however small it says that it is', async () => {
  const path = await changed(await swelling(), (zip) => {
    for (const at of entriesIn(zip)) zip.writeUInt32LE(100, at + 24)
  })
  const listing = await listZip(path)
  const entries = listing.kind === 'listed' ? listing.entries : []
  const folder = await makeTempDir()
  for (const entry of entries)
    expect(await extractEntry(path, entry, join(folder, entry.name), NEVER)).toBe(false)
  expect([entries.length, await readdir(folder)]).toEqual([40, []])
})

test('refuses files that say they are longer in the archive than there is room, to seem harmless', async () => {
  const path = await changed(await swelling(), (zip) => {
    for (const at of entriesIn(zip)) zip.writeUInt32LE(100_000, at + 20)
  })
  expect(await listZip(path)).toMatchObject({ kind: 'refused', why: 'damaged' })
})

test('refuses files whose headers lead to the same content', async () => {
  const size = 900 * 1024
  const content = deflateRawSync(Buffer.alloc(size))
  const count = 100
  const stride = 30 + content.length
  // The extra field of each header reaches up to the content that lies behind all of them.
  const heads = Array.from({ length: count }, (_, at) => {
    const head = Buffer.alloc(stride)
    head.writeUInt32LE(0x0403_4b50, 0)
    const skipped = (count - at) * stride - 30
    head.writeUInt16LE(Math.min(skipped, 0xffff), 28)
    head.writeUInt16LE(Math.max(0, skipped - 0xffff), 26)
    return head
  })
  const entries = heads.map((_, at) => {
    const entry = Buffer.alloc(46 + 1)
    entry.writeUInt32LE(0x0201_4b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(Buffer.alloc(size)), 16)
    entry.writeUInt32LE(content.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(1, 28)
    entry.writeUInt32LE(at * stride, 42)
    entry.write('a', 46)
    return entry
  })
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entries.length * 47, 12)
  end.writeUInt32LE(count * stride + content.length, 16)
  const path = join(await makeTempDir(), 'overlapping.zip')
  await writeFile(path, Buffer.concat([...heads, content, ...entries, end]))
  expect(await listZip(path)).toMatchObject({ kind: 'refused', why: 'tooTight' })
})

slow('takes thousands of recipes that say much the same', async () => {
  const recipe = Buffer.from(JSON.stringify({ prompt: 'a red fox in snow '.repeat(100), seed: 7 }))
  const path = await makeZip(
    Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`${at}.json`, recipe])),
  )
  expect(await listZip(path)).toMatchObject({ kind: 'listed', skipped: 0 })
})

slow('ends with a listing, whatever bytes are wrong', async () => {
  const next = seededRandom(9)
  const good = await readFile(await makeZip({ 'a.png': await makeImage(1), 'b.txt': Buffer.from('hello') }))
  const path = join(await makeTempDir(), 'bad.zip')
  const target = `${path}.out`
  let listed = 0
  for (let number = 0; number < 150; number++) {
    const zip = Buffer.from(good)
    for (let change = 0; change < 4; change++) {
      const at = good.length - 1 - Math.floor(next() ** 2 * (good.length - 1))
      zip[at] = pick(next, [0, 1, 0xff, 0x50, Math.floor(next() * 256)])
    }
    await writeFile(path, next() < 0.2 ? zip.subarray(0, Math.floor(next() * zip.length)) : zip)
    const listing = await listZip(path)
    listed += Number(listing.kind === 'listed')
    for (const entry of listing.kind === 'listed' ? listing.entries : [])
      await extractEntry(path, entry, `${target}${number}${entry.at}`, NEVER)
  }
  expect(listed).toBeGreaterThan(0)
})
