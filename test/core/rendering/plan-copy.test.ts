/** Which clips are joined as they are, and why the others are not: measured in files that ffmpeg makes, where it is installed. */
import { describe, expect } from 'vitest'
import type { RenderClip } from '#contract/rendering.ts'
import { measureClip } from '#core/rendering/measure-clip.ts'
import { type CopyPlan, type MeasuredClip, planCopy } from '#core/rendering/plan-copy.ts'
import {
  type ClipKind,
  clipOf,
  ffmpeg,
  H264,
  makeClip,
  MP4_KIND,
  turnClip,
  whyNoClips,
} from '#test/stand-ins/clips.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const MP3: ClipKind = { ...MP4_KIND, audio: ['-c:a', 'libmp3lame'] }
const WEBM: ClipKind = {
  format: 'webm',
  video: ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'],
  audio: ['-c:a', 'libvorbis'],
  rate: '24',
}
const AV1: ClipKind = {
  format: 'webm',
  video: ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8'],
  audio: [],
  rate: '24',
}
const SILENT = { audio: [] }
const VARIABLE = { video: [...H264, '-vf', "select='not(mod(n,3))+gt(n,12)'", '-fps_mode', 'vfr'] }
const TARGET = { width: 160, height: 120, frameRate: 24, sound: [], normalise: false }

interface Second {
  /** Of which kind it is otherwise than the first. */
  readonly other?: Partial<ClipKind>
  readonly clip?: Partial<RenderClip>
  readonly isTurned?: boolean
}

type Plan = (kind: ClipKind, second: Second, target?: object) => Promise<CopyPlan>

/** What is decided of a clip and a second one behind it. Each clip is made once. */
async function openPlans(): Promise<Plan> {
  const dir = await makeTempDir()
  const made = new Map<string, Promise<string>>()
  const clipFile = (kind: ClipKind): Promise<string> => {
    const key = JSON.stringify(kind)
    const path = made.get(key) ?? makeClip(dir, `${made.size}`, kind, 24)
    made.set(key, path)
    return path
  }
  const measured = async (clip: RenderClip, path: string): Promise<MeasuredClip> => {
    const part = { fromSeconds: clip.inMs / 1_000, toSeconds: clip.outMs / 1_000 }
    const facts = await measureClip(path, part)
    return { clip, path, facts: facts?.video ? { ...facts, video: facts.video } : null }
  }
  return async (kind, { other, clip, isTurned = false }, target) => {
    const two = await clipFile({ ...kind, ...other })
    const clips = [
      await measured(clipOf('one'), await clipFile(kind)),
      await measured(clipOf('two', { number: 2, ...clip }), isTurned ? await turnClip(two) : two),
    ]
    return planCopy(clips, { ...TARGET, format: kind.format, ...target })
  }
}

const STEREO = { audio: ['-c:a', 'aac', '-ac', '2'] }
const B_FRAMES = { ...MP4_KIND, video: [...H264, '-bf', '2', '-preset', 'veryfast'] }
const SHOT = { shot: 2 }

const COPIED: readonly (readonly [string, ClipKind, Second])[] = [
  ['with AAC', MP4_KIND, {}],
  ['with MP3', MP3, {}],
  ['one of them silent', MP4_KIND, { other: SILENT }],
  ['one of them muted', MP4_KIND, { clip: { muted: true }, other: STEREO }],
  ['cut at a key frame', MP4_KIND, { clip: { inMs: 500 } }],
  ['in WebM', WEBM, {}],
  ['of AV1', AV1, {}],
]

/** Why, the first clip, how the second one differs, what the reason names, and what the whole is to be. */
const ENCODED: readonly (readonly [string, ClipKind, Second, object, object?])[] = [
  ['size', MP4_KIND, { other: { video: [...H264, '-vf', 'scale=200:120'] } }, SHOT],
  ['size', MP4_KIND, { isTurned: true }, SHOT],
  ['frameRate', MP4_KIND, { other: { rate: '25' } }, SHOT],
  ['variable', MP4_KIND, { other: VARIABLE }, SHOT],
  ['audio', MP4_KIND, { other: STEREO }, SHOT],
  ['audio', MP4_KIND, { other: { audio: ['-c:a', 'aac', '-ar', '22050'] } }, SHOT],
  ['codec', MP4_KIND, { other: { video: [...H264, '-preset', 'slow'] } }, SHOT],
  ['codec', AV1, { other: { video: [...AV1.video, '-pix_fmt', 'yuv444p'] } }, SHOT],
  ['cut', MP4_KIND, { clip: { inMs: 210 } }, SHOT],
  ['cutSound', MP3, { clip: { inMs: 500 } }, SHOT],
  ['silence', WEBM, { other: SILENT }, SHOT],
  ['format', MP4_KIND, {}, { shot: 1, format: 'WebM' }, { format: 'webm' }],
  [
    'format',
    { ...MP4_KIND, audio: [] },
    { other: { audio: ['-c:a', 'flac', '-strict', '-2'] } },
    { ...SHOT, format: 'MP4' },
  ],
  ['repeated', B_FRAMES, { clip: { dropsFirstFrame: true } }, SHOT],
  ['mix', MP4_KIND, {}, {}, { normalise: true }],
]

describe.skipIf(whyNoClips() !== null)('clips of a sequence', () => {
  slow('are joined as they are where they are alike', { timeout: 240_000 }, async () => {
    const plan = await openPlans()
    const kinds: [string, string][] = []
    for (const [what, kind, second] of COPIED) kinds.push([what, (await plan(kind, second)).kind])
    expect(kinds).toEqual(COPIED.map(([what]) => [what, 'copy']))
  })

  slow('are encoded where they are not, for a reason that names the shot', { timeout: 240_000 }, async () => {
    const plan = await openPlans()
    const found: unknown[] = []
    for (const [, kind, second, , target] of ENCODED) {
      const planned = await plan(kind, second, target)
      found.push(planned.kind === 'encode' ? [planned.why.id, planned.why.values ?? {}] : planned.kind)
    }
    expect(found).toEqual(ENCODED.map(([why, , , values]) => [`rendering.why.${why}`, values]))
  })

  slow('whose parameters only their packets tell are not said to be otherwise than the first', async () => {
    const path = await makeClip(await makeTempDir(), 'one', { ...MP4_KIND, audio: [] }, 3)
    const facts = await measureClip(path, { fromSeconds: 0, toSeconds: Infinity })
    if (!facts?.video) throw new Error('It has no video.')
    const within = { ...facts, video: { ...facts.video, parameters: null } }
    expect(planCopy([{ clip: clipOf('one'), path, facts: within }], { ...TARGET, format: 'mp4' })).toEqual({
      kind: 'encode',
      why: { id: 'rendering.why.format', values: { shot: 1, format: 'MP4' } },
    })
  })

  slow('of three frames are measured, and one without any cannot be', async () => {
    const dir = await makeTempDir()
    const part = { fromSeconds: 0, toSeconds: Infinity }
    const short = await measureClip(await makeClip(dir, 'short', MP4_KIND, 3), part)
    expect(short?.video).toMatchObject({ frameRate: 24, part: { frames: 3 } })
    const none = `${dir}/none.mp4`
    await ffmpeg(['-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac', none])
    expect((await measureClip(none, part))?.video).toBeNull()
  })
})
