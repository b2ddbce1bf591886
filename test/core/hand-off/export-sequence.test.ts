/** Exports of a sequence through the same calls as the page's: what is in the files, and what is left where one ends early. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { readZip } from '../library/exchange/fixtures.ts'
import { addFile, exported, makeSequence, sha256, shot, textOf } from './fixtures.ts'
import { readEdl, readFcpxml, readOtio } from './read-formats.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { slow } from '#test/stand-ins/scale.ts'

const READERS = {
  otio: (text: string) => readOtio(text, 24),
  fcpxml: (text: string) => readFcpxml(text, 24, 1),
  edl: (text: string) => readEdl(text, 24, false),
} as const

/** The second begins with the frame that the first ends with: it is left out. */
const PLACES = [
  { start: 0, from: 0, frames: 24 },
  { start: 24, from: 1, frames: 35 },
  { start: 59, from: 0, frames: 24 },
]

slow('writes what is shown, as a timeline that names the files of the library', async () => {
  const app = await openTestApp()
  const { id } = await makeSequence(app)
  const otio = await exported(app, { id, format: 'otio' })
  expect(otio).toMatchObject({
    state: 'done',
    kind: 'export',
    downloadUrl: `/exports/${otio.id}`,
    path: join(app.dataDir, 'exports', 'Fox- the film-.otio'),
  })
  expect(otio.message.text).toContain('1 shot has no take yet')
  expect(otio.message.text).toContain('A repeated frame was left out')
  const fcpxml = await exported(app, { id, format: 'fcpxml' })
  const edl = await exported(app, { id, format: 'edl' })
  const read = [
    readOtio(await textOf(otio), 24),
    readFcpxml(await textOf(fcpxml), 24, 1),
    readEdl(await textOf(edl), 24, false),
  ]
  for (const { name, clips, sounds } of read) {
    expect(name).toBe('Fox: the film?')
    expect(clips).toMatchObject(PLACES)
    expect(sounds).toMatchObject([{ start: 12, from: 0, frames: 48 }])
  }
  expect(read[0]?.clips[0]?.name).toBe('Meets <a> fox')
  // Relative to the file that names it: it can be opened where it lies.
  const [url = ''] = read.flatMap(({ clips }) => clips.map((clip) => clip.url))
  const media = await readFile(join(app.dataDir, 'exports', url))
  expect(url).toContain(sha256(media))
  expect(await app.app.media.exported(otio.id)).toMatchObject({
    mimeType: 'application/json',
    downloadName: 'Fox- the film-.otio',
  })
})

slow('names a take that was left in place by where it lies', async () => {
  const app = await openTestApp()
  const folder = await makeTempDir()
  const path = join(folder, 'Füchse & more #1.mp4')
  await writeFile(path, await tinyVideo({ width: 32, height: 32, frames: 5, fps: 10 }))
  await app.ask('archives.import', { path: folder, mode: 'in-place' })
  const take = await app.until(async () => (await app.ask('library.query', {})).items[0])
  const shots = [shot({ take: take.id })]
  const { id } = await app.ask('sequences.save', { name: 'Fox', frameRate: 24, shots })
  for (const format of ['otio', 'fcpxml'] as const) {
    const { clips } = READERS[format](await textOf(await exported(app, { id, format })))
    expect(clips.map(({ url }) => fileURLToPath(url))).toEqual([path])
  }
  const edl = await textOf(await exported(app, { id, format: 'edl' }))
  expect(edl).toContain('* FROM CLIP NAME: Füchse & more #1.mp4')
  // Whoever asks for copies has them.
  const files = readZip(await readFile((await exported(app, { id, format: 'otio', media: true })).path ?? ''))
  expect([...files.values()]).toContainEqual(await readFile(path))
})

slow('puts the media beside, under names that every system can keep', async () => {
  const app = await openTestApp()
  const { id, shots } = await makeSequence(app)
  const names = ['001 Meets -a- fox.mp4', '002 a red fox.mp4', '003 a red fox.png', '004 song.wav'].map(
    (name) => `media/${name}`,
  )
  for (const format of ['otio', 'fcpxml', 'edl'] as const) {
    const job = await exported(app, { id, format, media: true })
    const files = readZip(await readFile(job.path ?? ''))
    expect([...files.keys()]).toEqual([`Fox- the film-.${format}`, 'Fox- the film-.srt', ...names])
    expect(job.path?.endsWith('.zip')).toBe(true)
    const first = files.get(names[0] ?? '') ?? Buffer.alloc(0)
    const { sha256: original } = await app.ask('library.get', { id: shots[0]?.shown ?? '' })
    expect(sha256(first)).toBe(original)
    const text = files.get(`Fox- the film-.${format}`)?.toString() ?? ''
    const { clips, sounds } = READERS[format](text)
    const named = [...clips, ...sounds].map(({ url }) => decodeURIComponent(url))
    expect(named.map((url) => `media/${url.replace('media/', '')}`)).toEqual(names)
  }
})

slow('writes captions, and says where there are none', async () => {
  const app = await openTestApp()
  const { id } = await makeSequence(app)
  expect(await textOf(await exported(app, { id, format: 'srt' }))).toBe(
    '1\n00:00:00,000 --> 00:00:01,000\nIt is cold.\n\n2\n00:00:02,458 --> 00:00:03,458\nThe end\n',
  )
  expect(await textOf(await exported(app, { id, format: 'vtt' }))).toContain('WEBVTT\n\n00:00:00.000 --> ')
  const take = await addFile(app, 'x.mp4', await tinyVideo({ width: 32, height: 32, frames: 5, fps: 10 }))
  const silent = await app.ask('sequences.save', { name: 'Silent', shots: [shot({ take: take.id })] })
  expect(await app.failure('sequences.export', { id: silent.id, format: 'srt' })).toMatchObject({
    code: 'conflict',
    id: 'hand-off.noCaptions',
  })
})

test('refuses what is not there, or has nothing to show', async () => {
  const app = await openTestApp()
  const empty = await app.ask('sequences.save', { name: 'Empty', shots: [shot()] })
  expect(await app.failure('sequences.export', { id: empty.id, format: 'otio' })).toMatchObject({
    code: 'conflict',
  })
  expect(await app.failure('sequences.export', { id: 'sequence_none', format: 'otio' })).toMatchObject({
    code: 'not_found',
  })
})

test('two exports of one sequence do not write over each other', async () => {
  const app = await openTestApp()
  const { id } = await makeSequence(app)
  const jobs = await Promise.all([1, 2].map(() => exported(app, { id, format: 'edl' })))
  expect(new Set(jobs.map(({ path }) => path)).size).toBe(2)
})

test('what is stopped leaves nothing', async () => {
  const app = await openTestApp()
  const { id } = await makeSequence(app)
  const { id: jobId } = await app.ask('sequences.export', { id, format: 'fcpxml', media: true })
  expect(await app.ask('jobs.cancel', { id: jobId })).toMatchObject({ state: 'cancelled' })
  expect(await readdir(join(app.dataDir, 'exports')).catch(() => [])).toEqual([])
})

slow('renders at the exact rate that a typed one stands for', async () => {
  const app = await openTestApp()
  const still = await addFile(app, 'still.png', await makeImage(5))
  const wanted = [
    [23.976, 24_000 / 1_001],
    [29.97, 30_000 / 1_001],
    [59.94, 60_000 / 1_001],
    [24, 24],
  ] as const
  const shots = [shot({ mediaType: 'image', take: still.id })]
  for (const [frameRate, exact] of wanted) {
    const { id } = await app.ask('sequences.save', { name: 'Fox', frameRate, shots })
    const job = await app.ask('sequences.export', { id, format: 'mp4' })
    const plan = await app.until(async () => {
      const [work] = (await app.ask('rendering.work', {})).items
      return work?.kind === 'encode' && work.plan
    })
    expect(plan.frameRate).toBe(exact)
    await app.ask('jobs.cancel', { id: job.id })
  }
})

test('an EDL is refused at a rate that its timecode cannot count', async () => {
  const app = await openTestApp()
  const still = await addFile(app, 'still.png', await makeImage(5))
  const shots = [shot({ mediaType: 'image', take: still.id })]
  const failures = []
  for (const frameRate of [99, 100, 119.88]) {
    const { id } = await app.ask('sequences.save', { name: 'Fox', frameRate, shots })
    failures.push((await app.failure('sequences.export', { id, format: 'edl' }))?.message)
  }
  const said = (rate: string) =>
    `An EDL can't count ${rate} frames per second. Set fewer than 100, or export another format.`
  expect(failures).toEqual([undefined, said('100'), said('119.88')])
})
