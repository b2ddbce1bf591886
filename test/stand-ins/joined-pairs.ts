/** Seeded pairs of clips over codecs and rates, joined, and compared with the clips packet by packet. */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Rendering } from '#core/rendering/rendering.ts'
import {
  type ClipKind,
  clipOf,
  H264,
  hashesOf,
  makeClip,
  packetsOf,
  requestOf,
  secondsAFrame,
} from './clips.ts'
import { pick, seededRandom } from './seeded-random.ts'

const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8']
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8']
const B_FRAMES = [...H264, '-preset', 'veryfast', '-bf', '2']
const RATES = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60']
const KINDS: readonly ClipKind[] = RATES.flatMap((rate): readonly ClipKind[] => [
  { format: 'mp4', video: H264, audio: ['-c:a', 'aac', '-ar', '48000'], rate },
  { format: 'mp4', video: B_FRAMES, audio: ['-c:a', 'aac', '-ar', '44100', '-ac', '2'], rate },
  { format: 'webm', video: VP9, audio: ['-c:a', 'libopus'], rate },
  { format: 'webm', video: VP8, audio: [], rate },
])
/** WebM counts in milliseconds. */
const MAX_OFF_SECONDS = 0.002_1
const MAX_SOUND_OFF_SECONDS = 0.02

export interface PairsTrial {
  readonly rendering: Pick<Rendering, 'render'>
  /** Makes an asset of a file. */
  readonly add: (path: string) => Promise<string>
  /** For the clips, and for what comes of them. */
  readonly dir: string
  readonly pairs: number
  readonly seed: number
}

/** What went wrong: nothing, as it should be. */
export async function joinPairs(trial: PairsTrial): Promise<readonly string[]> {
  const random = seededRandom(trial.seed)
  const wrongs: string[] = []
  for (let pair = 0; pair < trial.pairs; pair++) {
    const kind = pick(random, KINDS)
    const frames = [3 + Math.floor(random() * 60), 3 + Math.floor(random() * 60)] as const
    const found = await joinPair(trial, kind, frames, `pair-${pair}`)
    const about = `pair ${pair} of ${frames.join(' and ')} frames, ${kind.format}, ${kind.rate} a second`
    wrongs.push(...found.map((wrong) => `${about}: ${wrong}`))
  }
  return wrongs
}

async function joinPair(
  { rendering, add, dir }: PairsTrial,
  kind: ClipKind,
  frames: readonly [number, number],
  name: string,
): Promise<readonly string[]> {
  const one = await makeClip(dir, `${name}-a`, kind, frames[0])
  const two = await makeClip(dir, `${name}-b`, kind, frames[1])
  const clips = [clipOf(await add(one)), clipOf(await add(two))]
  const to = join(dir, `${name}.${kind.format}`)
  const { signal } = new AbortController()
  const made = await rendering.render(requestOf(clips, kind.format), { to, signal })
  if (!made.ok || !made.data.isCopied) return [`it was not copied: ${JSON.stringify(made)}`]
  const joined = await packetsOf(to, 'v')
  const own = [await packetsOf(one, 'v'), await packetsOf(two, 'v')].flatMap(hashesOf)
  const step = secondsAFrame(kind)
  const shown = joined.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const first = shown[0] ?? Number.NaN
  const places = shown.filter((seconds, at) => !(Math.abs(seconds - first - at * step) <= MAX_OFF_SECONDS))
  const durationMs = Math.abs(made.data.durationMs / 1_000 - (frames[0] + frames[1]) * step)
  const sound = kind.audio.length === 0 ? [] : await soundWrongs(two, to, frames[0] * step)
  return [
    ...(isDeepStrictEqual(hashesOf(joined), own) ? [] : ['its packets are not those of the clips']),
    ...(places.length === 0 ? [] : [`${places.length} frames are out of place`]),
    ...(durationMs < step ? [] : [`its length is off by ${durationMs.toFixed(3)} s`]),
    ...sound,
  ]
}

/** The later clip's packets are all there, as far from its first picture as in the clip itself. */
async function soundWrongs(later: string, joined: string, at: number): Promise<readonly string[]> {
  const [sound, own] = [await packetsOf(joined, 'a'), await packetsOf(later, 'a')]
  const firstOf = async (path: string): Promise<number> =>
    Math.min(...(await packetsOf(path, 'v')).map(({ seconds }) => seconds))
  const [first, ownFirst] = [await firstOf(joined), await firstOf(later)]
  const wanted = own.filter(({ seconds }) => seconds - ownFirst > MAX_SOUND_OFF_SECONDS)
  const from = sound.findIndex(({ seconds }) => seconds - first > at + MAX_SOUND_OFF_SECONDS)
  const found = from < 0 ? [] : sound.slice(from, from + wanted.length)
  if (!isDeepStrictEqual(hashesOf(found), hashesOf(wanted))) return ['sound of the later clip is missing']
  const offs = wanted.map(
    ({ seconds }, index) => (found[index]?.seconds ?? Number.NaN) - first - at - (seconds - ownFirst),
  )
  const most = Math.max(...offs.map(Math.abs), 0)
  return most < MAX_SOUND_OFF_SECONDS ? [] : [`its sound is out of step by ${most.toFixed(3)} s`]
}
