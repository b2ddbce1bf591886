/**
 * Clips joined by copying their packets, checked by a reader that is not ours: ffprobe, where it is installed.
 *
 * @slow 12 seeded pairs of clips in place of 3
 */
import { existsSync } from 'node:fs'
import { readdir, readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import type { RenderClip } from '#contract/rendering.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createInputs } from '#core/inputs/inputs.ts'
import { createRendering } from '#core/rendering/rendering.ts'
import {
  type ClipKind,
  clipOf,
  H264,
  hashesOf,
  makeClip,
  MP4_KIND,
  packetsOf,
  requestOf,
  rotationOf,
  turnClip,
  whyNoClips,
} from '#test/stand-ins/clips.ts'
import { joinPairs } from '#test/stand-ins/joined-pairs.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { tryTmpfs, fillDisk } from '#test/stand-ins/small-disks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { openTestLibrary } from '../library/fixtures.ts'

const skipped = whyNoClips()
if (skipped) console.log(skipped)
const SILENT_KIND: ClipKind = { ...MP4_KIND, audio: [] }

async function openRendering(dir?: string) {
  const { library, addBytes, db, dataDir, clock } = await openTestLibrary(dir)
  const events = createEventBus(() => undefined)
  const inputs = createInputs({
    db,
    dataDir,
    clock,
    reader: library.reader,
    partPath: library.media.partPath,
  })
  const rendering = createRendering({ db, clock, events, library, inputs })
  const add = async (path: string): Promise<string> => (await addBytes(await readFile(path))).id
  const left = async (): Promise<readonly string[]> =>
    (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith('.part'))
  return { rendering, library, dataDir, add, left }
}

describe.skipIf(skipped !== null)('joining', () => {
  slow(
    'copies every packet of the pictures, at one steady rate, with the sound in step',
    { timeout: 3_600_000 },
    async () => {
      const { rendering, add } = await openRendering()
      const dir = await makeTempDir()
      expect(await joinPairs({ rendering, add, dir, pairs: scaled(3, 12), seed: 27 })).toEqual([])
    },
  )

  slow('takes the rate from a longer clip where the first is too short to tell it', async () => {
    const { rendering, add, dataDir } = await openRendering()
    const dir = await makeTempDir()
    const kind: ClipKind = { format: 'webm', video: ['-c:v', 'libvpx'], audio: [], rate: '24' }
    const [short, long] = [await makeClip(dir, 'short', kind, 8), await makeClip(dir, 'long', kind, 50)]
    const clips = [clipOf(await add(short)), clipOf(await add(long))]
    const to = join(dataDir, 'exports', 'joined.webm')
    const { signal } = new AbortController()
    const made = await rendering.render(requestOf(clips, 'webm'), { to, signal })
    expect(made).toMatchObject({ data: { isCopied: true, frameRate: 24 } })
  })

  slow('puts silence where a clip has no sound, and leaves out a repeated frame', async () => {
    const dir = await makeTempDir()
    const { rendering, add, dataDir } = await openRendering()
    const one = await add(await makeClip(dir, 'one', MP4_KIND, 24))
    const mute = await add(await makeClip(dir, 'mute', SILENT_KIND, 48))
    const to = join(dataDir, 'exports', 'joined.mp4')
    const clips = [clipOf(one), clipOf(mute, { dropsFirstFrame: true }), clipOf(one)]
    const made = await rendering.render(requestOf(clips), { to, signal: new AbortController().signal })
    expect(made).toMatchObject({
      data: {
        isCopied: true,
        said: { also: [{ id: 'rendering.repeated', values: { count: 1 } }, { id: 'rendering.silent' }] },
      },
    })
    expect(await packetsOf(to, 'v')).toHaveLength(24 + 48 + 24 - 1)
    const sound = (await packetsOf(to, 'a')).map(({ seconds }) => seconds)
    const gaps = sound.slice(1).map((seconds, index) => seconds - (sound[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(0.045)
    expect(sound.at(-1)).toBeGreaterThan(3.9)
  })

  slow(
    'a part of a clip behind the end of its sound is silent, and takes none from the clip before',
    async () => {
      const dir = await makeTempDir()
      const { rendering, add, dataDir } = await openRendering()
      const short: ClipKind = { ...MP4_KIND, audio: [...MP4_KIND.audio, '-af', 'atrim=end=0.25'] }
      const [whole, part] = [
        await makeClip(dir, 'whole', MP4_KIND, 24),
        await makeClip(dir, 'part', short, 48),
      ]
      const rest = clipOf(await add(part), { inMs: 500 })
      const to = join(dataDir, 'exports', 'joined.mp4')
      for (const clips of [
        [clipOf(await add(whole)), rest],
        [rest, clipOf(await add(whole))],
      ]) {
        const made = await rendering.render(requestOf(clips), { to, signal: new AbortController().signal })
        expect(made).toMatchObject({ data: { isCopied: true, durationMs: 2_500 } })
        const sound = await packetsOf(to, 'a')
        const own = hashesOf(await packetsOf(whole, 'a'))
        // One before its beginning may be cut, and one behind its end.
        expect(hashesOf(sound).filter((hash) => own.includes(hash)).length).toBeGreaterThan(own.length - 3)
        expect(sound[0]?.seconds).toBeGreaterThan(-0.05)
        expect(sound.at(-1)?.seconds).toBeGreaterThan(2.4)
      }
    },
  )

  slow('keeps MP3 as it is, and the way up', async () => {
    const dir = await makeTempDir()
    const { rendering, add, dataDir } = await openRendering()
    const kind: ClipKind = { ...MP4_KIND, audio: ['-c:a', 'libmp3lame', '-ac', '2'] }
    const paths = await Promise.all(
      [24, 30].map(async (frames) => turnClip(await makeClip(dir, `${frames}`, kind, frames))),
    )
    const to = join(dataDir, 'exports', 'joined.mp4')
    const clips: RenderClip[] = []
    for (const path of paths) clips.push(clipOf(await add(path)))
    const made = await rendering.render(requestOf(clips), { to, signal: new AbortController().signal })
    expect(made).toMatchObject({ data: { isCopied: true, width: 120, height: 160, durationMs: 2_250 } })
    const own = (await Promise.all(paths.map((path) => packetsOf(path, 'v')))).flatMap(hashesOf)
    expect(hashesOf(await packetsOf(to, 'v'))).toEqual(own)
    expect(await rotationOf(to)).toBe(await rotationOf(paths[0] ?? ''))
    // The last one or two cover the next clip's beginning.
    const sound = hashesOf(await packetsOf(to, 'a'))
    const sounds = (await Promise.all(paths.map((path) => packetsOf(path, 'a')))).map(hashesOf)
    expect(sounds[1]?.every((hash) => sound.includes(hash))).toBe(true)
    expect(sound.length).toBeGreaterThan(sounds.flat().length - 3)
  })

  slow.each<[string, Partial<RenderClip>, Partial<ClipKind>]>([
    ['another size', {}, { video: [...H264, '-vf', 'scale=200:120'] }],
    ['another rate', {}, { rate: '25' }],
    ['a cut between key frames', { inMs: 210 }, {}],
  ])('asks a page for %s, and a stop leaves nothing', async (_, cut, other) => {
    const dir = await makeTempDir()
    const { rendering, add, dataDir, left } = await openRendering()
    const one = await add(await makeClip(dir, 'one', SILENT_KIND, 24))
    const two = await add(await makeClip(dir, 'two', { ...SILENT_KIND, ...other }, 30))
    const stopping = new AbortController()
    const to = join(dataDir, 'exports', 'x.mp4')
    const clips = [clipOf(one), clipOf(two, cut)]
    const stop = async () => {
      await until(() => rendering.work.list().length === 1)
      stopping.abort(new Error('stopped'))
    }
    const [made] = await Promise.allSettled([
      rendering.render(requestOf(clips), { to, signal: stopping.signal }),
      stop(),
    ])
    expect(made).toEqual({ status: 'rejected', reason: new Error('stopped') })
    expect([await left(), existsSync(to), rendering.work.list()]).toEqual([[], false, []])
  })

  slow('names the shot that is damaged, and leaves nothing', async () => {
    const dir = await makeTempDir()
    const { rendering, add, dataDir, left, library } = await openRendering()
    const kind: ClipKind = { ...SILENT_KIND, video: [...H264, '-movflags', '+faststart'] }
    const one = await add(await makeClip(dir, 'one', kind, 24))
    const two = await add(await makeClip(dir, 'two', kind, 25))
    const record = library.find(two)
    if (!record) throw new Error('It is not in the library.')
    const path = library.media.path(record.sha256, record.extension)
    await truncate(path, Math.floor(record.sizeBytes * 0.6))
    const to = join(dataDir, 'exports', 'x.mp4')
    const made = await rendering.render(requestOf([clipOf(one), clipOf(two, { number: 2 })]), {
      to,
      signal: new AbortController().signal,
    })
    expect(made).toMatchObject({ error: { id: 'rendering.shotDamaged', values: { shot: 2 } } })
    expect([await left(), existsSync(to)]).toEqual([[], false])
  })

  slow('says that the disk is full, and leaves nothing', async ({ skip }) => {
    const dir = await makeTempDir()
    const home = await makeTempDir()
    if (!tryTmpfs(home, 'size=8m')) skip('A small disk cannot be mounted here.')
    const { rendering, add, dataDir, left } = await openRendering(home)
    const kind: ClipKind = { ...SILENT_KIND, video: [...H264, '-qp', '1'] }
    const one = await add(await makeClip(dir, 'one', kind, 120))
    await fillDisk(home, 100_000)
    const clips = [clipOf(one), clipOf(one), clipOf(one), clipOf(one)]
    const to = join(dataDir, 'x.mp4')
    const made = await rendering.render(requestOf(clips), { to, signal: new AbortController().signal })
    expect(made).toMatchObject({ ok: false, error: { code: 'disk_full' } })
    expect([await left(), existsSync(to)]).toEqual([[], false])
  })
})
