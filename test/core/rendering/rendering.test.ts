/**
 * Clips joined by copying their packets, checked by a reader that is not ours: ffprobe, where it is installed.
 *
 * @slow 24 seeded pairs of clips in place of 3
 */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { RenderClip } from '#contract/rendering.ts'
import { createEventBus } from '#core/calls/events.ts'
import { createInputs } from '#core/inputs/inputs.ts'
import type { RenderRequest } from '#core/rendering/render.ts'
import { createRendering } from '#core/rendering/rendering.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { pick, seededRandom } from '#test/stand-ins/seeded-random.ts'
import { tryTmpfs, fillDisk } from '#test/stand-ins/small-disks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { openTestLibrary } from '../library/fixtures.ts'

const run = promisify(execFile)
const hasFfmpeg = (() => {
  try {
    execFileSync('ffprobe', ['-version'], { stdio: 'ignore' })
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    console.log(
      'Skipped: ffmpeg and ffprobe are not installed, and the clips are made and checked with them.',
    )
    return false
  }
})()

interface Kind {
  readonly format: 'mp4' | 'webm'
  readonly video: readonly string[]
  readonly audio: readonly string[]
  readonly rate: string
}

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8']
const KINDS: readonly Kind[] = ['24', '25', '30', '30000/1001', '60'].flatMap((rate): readonly Kind[] => [
  { format: 'mp4', video: H264, audio: ['-c:a', 'aac', '-ar', '48000'], rate },
  {
    format: 'mp4',
    video: [...H264, '-preset', 'veryfast', '-bf', '2'],
    audio: ['-c:a', 'aac', '-ar', '44100'],
    rate,
  },
  { format: 'webm', video: VP9, audio: ['-c:a', 'libopus'], rate },
  { format: 'webm', video: VP8, audio: [], rate },
])

async function makeClip(dir: string, name: string, { format, video, audio, rate }: Kind, frames: number) {
  const path = join(dir, `${name}.${format}`)
  const [over = 1, under = 1] = rate.split('/').map(Number)
  // A quarter of a frame less, so that no rounding adds one.
  const seconds = String(((frames - 0.25) * under) / over)
  const sound = audio.length > 0 ? ['-f', 'lavfi', '-i', `sine=f=440:r=48000:d=${seconds}`] : []
  const input = ['-f', 'lavfi', '-i', `testsrc2=s=160x120:r=${rate}:d=${seconds}`, ...sound]
  const cut = ['-g', '12', ...video, ...audio]
  await run('ffmpeg', ['-v', 'error', '-y', ...input, ...cut, path])
  return path
}

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

const clipOf = (assetId: string, more: Partial<RenderClip> = {}): RenderClip => ({
  shotId: assetId,
  assetId,
  kind: 'video',
  inMs: 0,
  outMs: 86_400_000,
  muted: false,
  dropsFirstFrame: false,
  ...more,
})

const requestOf = (clips: readonly RenderClip[], format: 'mp4' | 'webm' = 'mp4'): RenderRequest => ({
  name: 'Foxes',
  format,
  clips,
  sound: [],
  normalise: false,
})

/** The packets of a track, by the hash of what is in them, and when they are shown. */
async function packetsOf(path: string, track: 'a' | 'v') {
  const entries = ['-show_entries', 'packet=pts_time,data_hash', '-show_data_hash', 'sha256']
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    track,
    ...entries,
    '-of',
    'json',
    path,
  ])
  const { packets } = JSON.parse(stdout) as { packets: { pts_time: string; data_hash: string }[] }
  return packets.map(({ pts_time, data_hash }) => ({ seconds: Number(pts_time), hash: data_hash }))
}

const hashes = (packets: readonly { readonly hash: string }[]): readonly string[] =>
  packets.map(({ hash }) => hash)

describe.runIf(hasFfmpeg)('joining', () => {
  test(
    'copies every packet of the pictures, at one steady rate, with the sound in step',
    { timeout: 3_600_000 },
    async () => {
      const dir = await makeTempDir()
      const { rendering, add, dataDir } = await openRendering()
      const random = seededRandom(27)
      for (let pair = 0; pair < scaled(3, 24); pair++) {
        const kind = pick(random, KINDS)
        const frames = [3 + Math.floor(random() * 60), 3 + Math.floor(random() * 60)]
        const paths = [
          await makeClip(dir, `a${pair}`, kind, frames[0] ?? 0),
          await makeClip(dir, `b${pair}`, kind, frames[1] ?? 0),
        ]
        const clips = [clipOf(await add(paths[0] ?? '')), clipOf(await add(paths[1] ?? ''))]
        const to = join(dataDir, 'exports', `joined-${pair}.${kind.format}`)
        const made = await rendering.render(requestOf(clips, kind.format), {
          to,
          signal: new AbortController().signal,
        })
        const about = `pair ${pair}: ${kind.format} ${kind.rate} ${frames.join(' and ')}`
        expect(made, about).toMatchObject({
          ok: true,
          data: { isCopied: true, said: { id: 'rendering.copied' } },
        })
        const joined = await packetsOf(to, 'v')
        const parts = await Promise.all(paths.map((path) => packetsOf(path, 'v')))
        expect(hashes(joined), about).toEqual(parts.flatMap(hashes))
        const [over = 1, under = 1] = kind.rate.split('/').map(Number)
        const step = under / over
        const shown = joined.map(({ seconds }) => seconds).toSorted((one, other) => one - other)
        for (const [at, seconds] of shown.entries())
          expect(Math.abs(seconds - (shown[0] ?? 0) - at * step), `${about}, frame ${at}`).toBeLessThan(
            0.0021,
          )
        if (kind.audio.length > 0) await checkSound(paths, to, (frames[0] ?? 0) * step, about)
      }
    },
  )

  /** The later clip's packets are all there, as far from its first picture as in the clip itself. */
  async function checkSound(paths: readonly string[], to: string, at: number, about: string): Promise<void> {
    const [sound, own] = [await packetsOf(to, 'a'), await packetsOf(paths[1] ?? '', 'a')]
    const start = async (path: string): Promise<number> =>
      Math.min(...(await packetsOf(path, 'v')).map(({ seconds }) => seconds))
    const [first, ownFirst] = [await start(to), await start(paths[1] ?? '')]
    const later = own.filter(({ seconds }) => seconds - ownFirst > 0.02)
    const from = sound.findIndex(({ seconds }) => seconds - first > at + 0.02)
    const found = sound.slice(from, from + later.length)
    expect(hashes(found), about).toEqual(hashes(later))
    for (const [index, { seconds }] of later.entries()) {
      const off = (found[index]?.seconds ?? 0) - first - at - (seconds - ownFirst)
      expect(Math.abs(off), about).toBeLessThan(0.02)
    }
  }

  test('puts silence where a clip has no sound, and leaves out a repeated frame', async () => {
    const dir = await makeTempDir()
    const { rendering, add, dataDir } = await openRendering()
    const kind: Kind = { format: 'mp4', video: H264, audio: ['-c:a', 'aac'], rate: '24' }
    const one = await add(await makeClip(dir, 'one', kind, 24))
    const mute = await add(await makeClip(dir, 'mute', { ...kind, audio: [] }, 48))
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

  test.each<[string, Partial<RenderClip>, Partial<Kind>]>([
    ['another size', {}, { video: [...H264, '-vf', 'scale=200:120'] }],
    ['another rate', {}, { rate: '25' }],
    ['a cut between key frames', { inMs: 210 }, {}],
  ])('asks a page for %s, and a stop leaves nothing', async (_, cut, other) => {
    const dir = await makeTempDir()
    const { rendering, add, dataDir, left } = await openRendering()
    const kind: Kind = { format: 'mp4', video: H264, audio: [], rate: '24' }
    const one = await add(await makeClip(dir, 'one', kind, 24))
    const two = await add(await makeClip(dir, 'two', { ...kind, ...other }, 30))
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

  test('names the shot that is damaged, and leaves nothing', async () => {
    const dir = await makeTempDir()
    const { rendering, add, dataDir, left, library } = await openRendering()
    const kind: Kind = { format: 'mp4', video: [...H264, '-movflags', '+faststart'], audio: [], rate: '24' }
    const one = await add(await makeClip(dir, 'one', kind, 24))
    const two = await add(await makeClip(dir, 'two', kind, 25))
    const record = library.find(two)
    if (!record) throw new Error('It is not in the library.')
    const path = library.media.path(record.sha256, record.extension)
    await run('truncate', ['-s', String(Math.floor(record.sizeBytes * 0.6)), path])
    const to = join(dataDir, 'exports', 'x.mp4')
    const made = await rendering.render(requestOf([clipOf(one), clipOf(two)]), {
      to,
      signal: new AbortController().signal,
    })
    expect(made).toMatchObject({ error: { id: 'rendering.shotDamaged', values: { shot: 2 } } })
    expect([await left(), existsSync(to)]).toEqual([[], false])
  })

  test('says that the disk is full, and leaves nothing', async ({ skip }) => {
    const dir = await makeTempDir()
    const home = await makeTempDir()
    if (!tryTmpfs(home, 'size=8m')) skip('A small disk cannot be mounted here.')
    const { rendering, add, dataDir, left } = await openRendering(home)
    const kind: Kind = {
      format: 'mp4',
      video: [...H264, '-b:v', '4M', '-minrate', '4M', '-qp', '1'],
      audio: [],
      rate: '24',
    }
    const one = await add(await makeClip(dir, 'one', kind, 120))
    await fillDisk(home, 100_000)
    const clips = [clipOf(one), clipOf(one), clipOf(one), clipOf(one)]
    const to = join(dataDir, 'x.mp4')
    const made = await rendering.render(requestOf(clips), { to, signal: new AbortController().signal })
    expect(made).toMatchObject({ ok: false, error: { code: 'disk_full' } })
    expect([await left(), existsSync(to)]).toEqual([[], false])
  })
})
