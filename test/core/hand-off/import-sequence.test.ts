/** `.atelier` files: what was packed comes back as it was, and a stranger's file takes nothing along. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SequenceShot } from '#contract/sequences.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { openTestApp, openTestAppAt, type TestApp } from '#test/stand-ins/test-app.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { readZip } from '../library/exchange/fixtures.ts'
import { addFile, exported, foreignFile, makeSequence, sha256, shot } from './fixtures.ts'
import { makeZip, type HostileEntry } from './make-zip.ts'

/** What is packed of a shot, with the contents that its takes are. */
async function told(app: TestApp, shots: readonly SequenceShot[]) {
  const contentOf = async (id: string) => (await app.ask('library.get', { id })).sha256
  return Promise.all(
    shots.map(async ({ takes, take, shown, ...rest }) => ({
      ...rest,
      takes: await Promise.all(takes.map(({ assetId }) => contentOf(assetId))),
      take: take && (await contentOf(take)),
      shown: shown && (await contentOf(shown)),
    })),
  )
}

const incoming = (app: TestApp) => readdir(join(app.dataDir, 'media/.incoming'))

slow('a sequence comes back in an empty library, byte for byte, and a second time adds no file', async () => {
  const app = await openTestApp()
  const sequence = await makeSequence(app)
  const job = await exported(app, { id: sequence.id, format: 'atelier', media: true })
  expect(job).toMatchObject({ state: 'done', message: { text: 'Exported as “Fox- the film-.atelier”.' } })
  const other = await openTestApp()
  const first = await other.ask('sequences.import', { path: job.path ?? '' })
  expect(first.notes).toEqual([])
  expect(first).toMatchObject({ name: sequence.name, frameRate: 24, normalise: false })
  expect(await told(other, first.shots)).toEqual(await told(app, sequence.shots))
  const [sound] = first.sound
  const [before] = sequence.sound
  expect({ ...sound, assetId: '' }).toEqual({ ...before, assetId: '' })
  const files = readZip(await readFile(job.path ?? ''))
  for (const { shown } of first.shots) {
    if (shown === undefined) continue
    const served = await other.app.media.asset(shown)
    const bytes = await readFile(served?.path ?? '')
    expect(files.get(`media/${sha256(bytes)}.${served?.path.split('.').at(-1) ?? ''}`)).toEqual(bytes)
  }
  const { total } = await other.ask('library.query', {})
  expect(total).toBe(4)
  // Of the same length, and not what it was.
  const damaged =
    (await other.app.media.asset(first.shots.find(({ shown }) => shown)?.shown ?? ''))?.path ?? ''
  const valid = await readFile(damaged)
  await writeFile(damaged, valid.toReversed())
  const second = await other.ask('sequences.import', { path: job.path ?? '' })
  expect(second.id).not.toBe(first.id)
  expect(await told(other, second.shots)).toEqual(await told(app, sequence.shots))
  expect((await other.ask('library.query', {})).total).toBe(total)
  expect(await readFile(damaged)).toEqual(valid)
  expect(await incoming(other)).toEqual([])
})

slow(
  'a file that the page sends is opened as one on the disk, and leaves nothing beside the library',
  async () => {
    const app = await openTestApp()
    const sequence = await makeSequence(app)
    const job = await exported(app, { id: sequence.id, format: 'atelier', media: true })
    const other = await openTestApp()
    const bytes = await readFile(job.path ?? '')
    const opened = await other.app.openSequence('Fox.atelier', bytes)
    expect(opened).toMatchObject({ ok: true, data: { name: sequence.name, notes: [] } })
    const cut = await other.app.openSequence('Cut.atelier', bytes.subarray(0, bytes.length / 2))
    expect(cut).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', values: { name: 'Cut.atelier' } },
    })
    expect((await other.ask('sequences.list', {})).items).toHaveLength(1)
    expect(await incoming(other)).toEqual([])
  },
)

slow('without media it says what is missing, and finds by its content what is there', async () => {
  const app = await openTestApp()
  const sequence = await makeSequence(app)
  const job = await exported(app, { id: sequence.id, format: 'atelier' })
  expect(job.message.text).toContain('The 4 files it uses')
  expect(
    [...readZip(await readFile(job.path ?? '')).keys()].filter((name) => name.startsWith('media/')),
  ).toEqual([])
  const here = await app.ask('sequences.import', { path: job.path ?? '' })
  expect(await told(app, here.shots)).toEqual(await told(app, sequence.shots))
  const other = await openTestApp()
  const there = await other.ask('sequences.import', { path: job.path ?? '' })
  expect(there.shots.map(({ takes, shown }) => [takes, shown])).toEqual(
    there.shots.map(() => [[], undefined]),
  )
  expect(there.sound).toEqual([])
  expect(there.notes.map(({ id, values }) => [id, values])).toEqual([
    ['hand-off.takesMissing', { count: 4 }],
    ['hand-off.soundsMissing', { count: 1 }],
  ])
})

slow('what was made keeps the hash of its request, and no request leaves for an import', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl)
  const task = await app.submitAndSave({ prompt: 'a red fox' })
  const [assetId = ''] = task.assetIds
  const made = await app.ask('library.get', { id: assetId })
  const sequence = await app.ask('sequences.save', {
    name: 'Made',
    shots: [shot({ id: 'a', mediaType: 'image', take: assetId, profileId: app.profileId })],
  })
  const job = await exported(app, { id: sequence.id, format: 'atelier', media: true })
  const other = await openTestAppAt(service.baseUrl)
  const before = service.generates().length
  const { shots } = await other.ask('sequences.import', { path: job.path ?? '' })
  const there = await other.ask('library.get', { id: shots[0]?.shown ?? '' })
  expect(there.requestHash).toBe(made.requestHash)
  expect(there.requestHash).toMatch(/^1-[0-9a-f]{64}$/)
  expect([there.sha256, there.prompt, there.model]).toEqual([made.sha256, made.prompt, made.model])
  expect(shots[0]?.profileId).toBeUndefined()
  expect([service.generates().length, (await other.ask('tasks.list', {})).items]).toEqual([before, []])
})

async function validEntries(): Promise<HostileEntry[]> {
  const app = await openTestApp()
  const sequence = await makeSequence(app)
  const job = await exported(app, { id: sequence.id, format: 'atelier', media: true })
  return [...readZip(await readFile(job.path ?? ''))].map(([name, bytes]) => ({ name, bytes }))
}

const manifest = (entries: readonly HostileEntry[]) =>
  JSON.parse(Buffer.from(entries.find(({ name }) => name === 'sequence.json')?.bytes ?? []).toString()) as {
    sequence: { shots: unknown[] }
  } & Record<string, unknown>

const withManifest = (entries: readonly HostileEntry[], value: unknown) =>
  entries.map((entry) =>
    entry.name === 'sequence.json' ? { ...entry, bytes: Buffer.from(JSON.stringify(value)) } : entry,
  )

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

type Spoil = (entries: HostileEntry[]) => Buffer | HostileEntry[]

const SPOILED: readonly (readonly [string, Spoil, string])[] = [
  [
    'a name that climbs',
    (all) => [...all, { name: '../../evil.sh', bytes: Buffer.from('x') }],
    'hand-off.stranger',
  ],
  [
    'an absolute name',
    (all) => [...all, { name: '/etc/passwd', bytes: Buffer.from('x') }],
    'hand-off.stranger',
  ],
  [
    'a name of Windows',
    (all) => [...all, { name: 'C:\\evil.exe', bytes: Buffer.from('x') }],
    'hand-off.stranger',
  ],
  [
    'a link',
    (all) => [...all, { name: 'media/link', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 }],
    'hand-off.stranger',
  ],
  [
    'a media file that is a link',
    (all) =>
      all.map((one) =>
        one.name.endsWith('.mp4') ? { ...one, bytes: Buffer.from('/etc/passwd'), mode: 0o120777 } : one,
      ),
    'hand-off.stranger',
  ],
  ['an entry twice', (all) => [...all, ...all.slice(-1)], 'hand-off.twice'],
  ['two sequences', (all) => [...all, { name: 'sequence.json', bytes: Buffer.from('{}') }], 'hand-off.twice'],
  [
    'bytes that are not what their name says',
    (all) =>
      all.map((one) =>
        one.name.endsWith('.mp4') ? { ...one, bytes: Buffer.alloc(one.bytes.length, 7) } : one,
      ),
    'hand-off.wrongHash',
  ],
  [
    'a bomb',
    (all) => [...all, { name: 'media/bomb', bytes: Buffer.alloc(300_000_000), isPacked: true }],
    'exchange.zip.tooTight',
  ],
  [
    'a bomb that says that it is small',
    (all) =>
      all.map((one) =>
        one.name === 'sequence.json'
          ? { ...one, bytes: Buffer.alloc(60_000_000, ' '), isPacked: true, saysBytes: 1_000 }
          : one,
      ),
    'hand-off.damagedAt',
  ],
  [
    'a sequence larger than any',
    (all) =>
      all.map((one) =>
        one.name === 'sequence.json' ? { ...one, bytes: Buffer.alloc(49_000_000, ' ') } : one,
      ),
    'hand-off.noSequence',
  ],
  ['no sequence', (all) => all.filter(({ name }) => name !== 'sequence.json'), 'hand-off.noSequence'],
  ['a text that is none', (all) => withManifest(all, 'x'), 'hand-off.noSequence'],
  [
    'nesting without end',
    (all) =>
      all.map((one) =>
        one.name === 'sequence.json'
          ? { ...one, bytes: Buffer.from(`{"kind":"atelier-sequence","version":1,"x":${deep(100_000)}}`) }
          : one,
      ),
    'hand-off.noSequence',
  ],
  ['a newer version', (all) => withManifest(all, { ...manifest(all), version: 2 }), 'hand-off.newer'],
  [
    'a field too many',
    (all) => withManifest(all, { ...manifest(all), run: 'calc.exe' }),
    'hand-off.damagedAt',
  ],
  [
    '10,000 shots',
    (all) => {
      const packed = manifest(all)
      const shots = Array.from({ length: 10_000 }, (_, at) => ({ ...shot(), id: `shot ${at}` }))
      return withManifest(all, { ...packed, sequence: { ...packed.sequence, shots } })
    },
    'sequences.tooManyShots',
  ],
  [
    'shots in a circle',
    (all) => {
      const packed = manifest(all)
      const shots = [
        { ...shot(), id: 'a', from: { shotId: 'b' } },
        { ...shot(), id: 'b', from: { shotId: 'a' } },
      ]
      return withManifest(all, { ...packed, sequence: { ...packed.sequence, shots } })
    },
    'sequences.chain.goesRound',
  ],
  [
    'a path for an extension',
    (all) => {
      const packed = manifest(all)
      const assets = (packed['assets'] as object[]).map((asset) => ({ ...asset, extension: '/../../x' }))
      return withManifest(all, { ...packed, assets })
    },
    'hand-off.damagedAt',
  ],
  ['an end cut off', (all) => makeZip(all).subarray(0, -40), 'exchange.zip.incomplete'],
  ['nothing', () => Buffer.alloc(0), 'exchange.zip.incomplete'],
  ['a recipe', () => Buffer.from('{"kind":"atelier-recipe","version":1,"recipe":{}}'), 'hand-off.isRecipe'],
]

slow('a file that was made to harm is refused with a reason, and leaves nothing', async () => {
  const entries = await validEntries()
  const app = await openTestApp()
  const good = await foreignFile(makeZip(entries))
  for (const [what, spoil, reason] of SPOILED) {
    const spoiled = spoil([...entries])
    const path = await foreignFile(Array.isArray(spoiled) ? makeZip(spoiled) : spoiled)
    const failure = await app.failure('sequences.import', { path })
    expect([what, failure?.id, await incoming(app)]).toEqual([what, reason, []])
  }
  expect((await app.ask('library.query', {})).total).toBe(0)
  expect((await app.ask('sequences.list', {})).items).toEqual([])
  // The same file without what was spoiled.
  expect((await app.ask('sequences.import', { path: good })).notes).toEqual([])
})

test('a path is one of this computer, and of a file', async () => {
  const app = await openTestApp()
  const paths = [
    'relative.atelier',
    '//server/share/x.atelier',
    '\\\\server\\x',
    '/dev/null',
    app.dataDir,
    '/no/such',
    '/a\0b',
  ]
  const ids = await Promise.all(
    paths.map(async (path) => (await app.failure('sequences.import', { path }))?.id),
  )
  expect(ids).toEqual([
    'exchange.folderPath',
    'hand-off.elsewhere',
    'exchange.folderPath',
    'hand-off.noFile',
    'hand-off.noFile',
    'hand-off.noFile',
    'exchange.folderPath',
  ])
})

slow('addresses in a file are not followed', async () => {
  const service = await openFaultyService()
  const entries = await validEntries()
  const app = await openTestApp()
  const packed = manifest(entries)
  const url = `${service.baseUrl}/secret`
  const shots = [{ ...shot({ options: { image_url: url } }), id: 'a' }]
  const hostile = withManifest(entries, { ...packed, takes: [], sequence: { ...packed.sequence, shots } })
  const imported = await app.ask('sequences.import', { path: await foreignFile(makeZip(hostile)) })
  expect(imported.shots[0]?.options).toEqual({ image_url: url })
  expect(service.ledger).toEqual([])
})

test('an input comes along, and one that is there is the one that is used', async () => {
  const app = await openTestApp()
  const added = await app.app.addInput('fox.png', await makeImage(9))
  const input = added.ok ? added.data : null
  const sequence = await app.ask('sequences.save', {
    name: 'With an input',
    shots: [shot({ id: 'a', inputs: [{ inputId: input?.id ?? '', option: 'image_url' }] })],
  })
  const job = await exported(app, { id: sequence.id, format: 'atelier', media: true })
  const other = await openTestApp()
  const { shots } = await other.ask('sequences.import', { path: job.path ?? '' })
  const inputId = shots[0]?.inputs?.[0]?.inputId ?? ''
  const served = await other.app.media.input(inputId)
  expect(served?.sha256).toBe(input?.sha256)
  const again = await other.ask('sequences.import', { path: job.path ?? '' })
  expect(again.shots[0]?.inputs).toEqual([{ inputId, option: 'image_url' }])
})

test('a take in the trash is taken out of it, and one whose file is gone is there again', async () => {
  const app = await openTestApp()
  const sequence = await makeSequence(app)
  const job = await exported(app, { id: sequence.id, format: 'atelier', media: true })
  const [first = '', second = ''] = sequence.shots.map(({ shown }) => shown)
  await app.ask('library.trash', { ids: [first] })
  const lost = await app.app.media.asset(second)
  await rm(lost?.path ?? '')
  const { shots } = await app.ask('sequences.import', { path: job.path ?? '' })
  expect(shots.slice(0, 2).map(({ shown }) => shown)).toEqual([first, second])
  expect(await app.app.media.asset(second)).toMatchObject({ sha256: lost?.sha256 })
})

test('opening the same bytes under another name is known', async () => {
  const app = await openTestApp()
  const image = await addFile(app, 'a.png', await makeImage(3))
  const sequence = await app.ask('sequences.save', {
    name: 'One',
    shots: [
      shot({ id: 'a', mediaType: 'image', take: image.id }),
      shot({ id: 'b', mediaType: 'image', take: image.id }),
    ],
  })
  const job = await exported(app, { id: sequence.id, format: 'atelier', media: true })
  expect([...readZip(await readFile(job.path ?? '')).keys()]).toHaveLength(3)
})

slow('what is in the trash is not packed, chosen or not', async () => {
  const app = await openTestApp()
  const kept = await addFile(app, 'a.png', await makeImage(3))
  const trashed = await addFile(app, 'b.png', await makeImage(4))
  const { id } = await app.ask('sequences.save', {
    name: 'One',
    shots: [
      shot({ id: 'a', mediaType: 'image', take: trashed.id }),
      shot({ id: 'b', mediaType: 'image', take: kept.id }),
    ],
  })
  await app.ask('library.trash', { ids: [trashed.id] })
  const job = await exported(app, { id, format: 'atelier', media: true })
  const files = readZip(await readFile(job.path ?? ''))
  const media = [...files.keys()].filter((name) => name.startsWith('media/'))
  expect(media).toEqual([`media/${kept.sha256}.png`])
  const opened = await (await openTestApp()).ask('sequences.import', { path: job.path ?? '' })
  expect(opened.shots.map(({ takes }) => takes.length)).toEqual([0, 1])
})
