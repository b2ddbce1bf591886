/** Timelines by chance, the same for the same seed, with names that programs trip over. */
import type { Track } from '#contract/sequences.ts'
import { pick, seededRandom } from '#test/stand-ins/seeded-random.ts'
import { timelineOf, type Source, type Timeline, type TimelineParts } from '#core/hand-off/timeline.ts'

export const RATES = [
  { perSecond: 23.976, frames: 24_000, seconds: 1_001, nominal: 24, isDrop: false },
  { perSecond: 24, frames: 24, seconds: 1, nominal: 24, isDrop: false },
  { perSecond: 25, frames: 25, seconds: 1, nominal: 25, isDrop: false },
  { perSecond: 29.97, frames: 30_000, seconds: 1_001, nominal: 30, isDrop: true },
  { perSecond: 30, frames: 30, seconds: 1, nominal: 30, isDrop: false },
  { perSecond: 50, frames: 50, seconds: 1, nominal: 50, isDrop: false },
  { perSecond: 59.94, frames: 60_000, seconds: 1_001, nominal: 60, isDrop: true },
  { perSecond: 60, frames: 60, seconds: 1, nominal: 60, isDrop: false },
] as const

const HOSTILE_NAMES = [
  'Mara at the door',
  '',
  '  spaces  and\ttabs  ',
  'two\nlines\r\nand three',
  '<video src="file:///etc/passwd">&amp;</video>',
  `"quotes" and 'more' ]]> --> <!-- -->`,
  '* FROM CLIP NAME: another.mov\n002  AX       V     C        00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00',
  '1\n00:00:00,000 --> 00:00:09,000\nnot a cue',
  'مرحبا بالعالم',
  'evil\u202Egpj.exe',
  '日本語のショット 🎬',
  'half of a pair \uD83C and \u0000\u0007\u001B controls',
  'x'.repeat(5_000),
  '\u2028line\u2029paragraph\u0085next',
  '../../../etc/passwd',
  '{"OTIO_SCHEMA":"Timeline.1"}',
] as const

const SOURCE_RATES = [12, 23.976, 24, 25, 29.97, 30, 50, 59.94, 60] as const

export function partsBySeed(
  seed: number,
  frameRate: number,
  shots: number,
): TimelineParts & { readonly sources: ReadonlyMap<string, Source> } {
  const random = seededRandom(seed)
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const sources = new Map<string, Source>()
  const sourceOf = (assetId: string): Source => {
    const source = sources.get(assetId)
    if (!source) throw new Error(assetId)
    return source
  }
  const add = (kind: Source['kind'], durationMs: number): Source => {
    const assetId = `asset_${sources.size}`
    const source: Source = {
      assetId,
      kind,
      name: pick(random, HOSTILE_NAMES),
      fileName: `${sources.size} file & <name>.mp4`,
      url: `media/${sources.size}%20file%20%26%20%3Cname%3E.mp4`,
      startMs: 0,
      durationMs,
      ...(kind !== 'audio' && { width: 16 * whole(1, 200), height: 16 * whole(1, 200) }),
      ...(kind === 'video' && { frameRate: pick(random, SOURCE_RATES) }),
      ...(kind !== 'image' && random() < 0.7 && { sound: { channels: whole(1, 2), sampleRate: 48_000 } }),
    }
    sources.set(assetId, source)
    return source
  }
  const clips = Array.from({ length: shots }, (_, at) => {
    const isImage = random() < 0.2
    const source =
      !isImage && at > 0 && random() < 0.1
        ? sourceOf(pick(random, [...sources.keys()]))
        : add(isImage ? 'image' : 'video', isImage ? 0 : whole(200, 20_000))
    const kind = source.kind === 'image' ? ('image' as const) : ('video' as const)
    const inMs = kind === 'image' || random() < 0.5 ? 0 : whole(0, source.durationMs - 1)
    const outMs =
      kind === 'image'
        ? whole(40, 9_000)
        : random() < 0.5
          ? source.durationMs
          : whole(inMs + 1, source.durationMs)
    const isCaptioned = random() < 0.5
    return {
      shotId: `shot_${at}`,
      number: at + 1,
      assetId: source.assetId,
      kind,
      name: pick(random, HOSTILE_NAMES),
      inMs,
      outMs,
      muted: random() < 0.3,
      dropsFirstFrame: random() < 0.2,
      ...(isCaptioned && { caption: pick(random, HOSTILE_NAMES) }),
    }
  })
  const sound = Array.from({ length: whole(0, 4) }, (): Track => {
    const { assetId } = add('audio', whole(100, 400_000))
    const fades = { fadeInMs: whole(0, 5_000), fadeOutMs: whole(0, 5_000) }
    return { assetId, startMs: whole(0, shots * 6_000), levelDb: whole(-60, 12), ...fades }
  })
  return { name: pick(random, HOSTILE_NAMES), frameRate, width: 1280, height: 720, clips, sound, sources }
}

export function timelineBySeed(seed: number, frameRate: number, shots: number): Timeline {
  const { sources, ...parts } = partsBySeed(seed, frameRate, shots)
  return timelineOf(parts, sources)
}
