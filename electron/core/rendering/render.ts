/**
 * Makes one file of a sequence's clips: measures them, decides how, and puts the file in its place when it is whole.
 *
 * Owns the file until then. Pages and the process that reads files write into it.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { open, type FileHandle, rm, stat } from 'node:fs/promises'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { RenderPlan } from '#contract/rendering.ts'
import type { JobProgress } from '../jobs/jobs.ts'
import type { Library } from '../library/library.ts'
import { writeAt } from '../media/media-output.ts'
import { SLOWEST_COPY_BYTES_PER_MS } from '../reading/reader-limits.ts'
import { UNREADABLE } from '../reading/reader.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { ifThere, renameInto } from '../store/files.ts'
import type { JoinedClip } from './join-clips.ts'
import type { PageWork } from './page-work.ts'
import type { VideoFacts } from './measure-clip.ts'
import { hasSound, type MeasuredClip, planCopy } from './plan-copy.ts'

/** What is left open is as the first clip has it. */
export type RenderRequest = Omit<RenderPlan, 'width' | 'height' | 'frameRate'> &
  Partial<Pick<RenderPlan, 'width' | 'height' | 'frameRate'>>

export interface RenderOptions {
  /** Where the file goes, on the disk of the data directory. What is there already is replaced when the new one is whole. */
  readonly to: string
  readonly signal: AbortSignal
  readonly onProgress?: (progress: JobProgress) => void
}

export interface RenderedFile {
  readonly sizeBytes: number
  readonly durationMs: number
  readonly width: number
  readonly height: number
  readonly frameRate: number
  /** Its packets are those of the clips. */
  readonly isCopied: boolean
  /** Whether it was copied or encoded and why, and what was left out or added. */
  readonly said: Message
}

export interface RenderDeps {
  readonly library: Pick<Library, 'find' | 'media' | 'reader'>
  readonly work: PageWork
}

/** What a sequence without any measure of its own gets. */
const USUAL = { width: 1_280, height: 720, frameRate: 24 }
const WHOLE = 100
const LOOK_EVERY_MS = 250

/** @throws the reason of `signal`. */
export async function render(
  deps: RenderDeps,
  request: RenderRequest,
  options: RenderOptions,
): Promise<Result<RenderedFile>> {
  const { signal } = options
  const part = deps.library.media.partPath(`render-${randomUUID()}`)
  try {
    const measured = await measureAll(deps, request, signal)
    if (!measured.ok) return measured
    const plan = planOf(request, measured.data)
    const copy = planCopy(measured.data, plan)
    const made =
      copy.kind === 'copy'
        ? await copyClips(deps, plan, copy.clips, part, options)
        : await encode(deps.work, evened(plan), part, options)
    if (!made.ok) return made
    const isCopied = copy.kind === 'copy'
    // Every packet of a copy was counted: reading it again would take as long as making it.
    const file = isCopied
      ? succeed(copiedFacts(plan, copy.clips))
      : await measureFile(deps, part, plan, signal)
    if (!file.ok) return file
    const { size: sizeBytes } = await stat(part)
    await renameInto(part, options.to)
    const how = message(isCopied ? 'rendering.copied' : 'rendering.encoded')
    const said = followedBy(how, ...(isCopied ? [] : [copy.why]), ...notesOf(measured.data))
    return succeed({ ...file.data, sizeBytes, isCopied, said })
  } catch (error) {
    signal.throwIfAborted()
    const disk = diskFailure(error)
    if (!disk) throw error
    return { ok: false, error: disk }
  } finally {
    await rm(part, { force: true })
  }
}

async function measureAll(
  { library }: RenderDeps,
  { clips }: RenderRequest,
  signal: AbortSignal,
): Promise<Result<readonly MeasuredClip[]>> {
  const measured: MeasuredClip[] = []
  for (const clip of clips) {
    const shot = { shot: clip.number }
    const asset = library.find(clip.assetId)
    const path = asset && library.media.path(asset.sha256, asset.extension)
    if (!path || !(await ifThere(stat(path))))
      return fail('not_found', message('rendering.shotMissing', shot))
    if (asset.kind === 'image') {
      measured.push({ clip, path, facts: null })
      continue
    }
    const part = { fromSeconds: clip.inMs / 1_000, toSeconds: clip.outMs / 1_000 }
    const facts = await library.reader.read('clip', { path, part }, { sha256: asset.sha256, signal })
    if (facts === UNREADABLE || !facts?.video)
      return fail('invalid_input', message('rendering.shotDamaged', shot))
    measured.push({ clip, path, facts: { ...facts, video: facts.video } })
  }
  return measured.length > 0 ? succeed(measured) : fail('invalid_input', 'rendering.empty')
}

/** With every measure, and with the times that the clips really have, without a first frame that is repeated. */
function planOf(request: RenderRequest, measured: readonly MeasuredClip[]): RenderPlan {
  const videos = measured.flatMap(({ facts }) => (facts ? [facts.video] : []))
  const { width, height } = videos[0] ?? USUAL
  return {
    ...request,
    width: request.width ?? width,
    height: request.height ?? height,
    frameRate: request.frameRate ?? rateOfFirst(videos) ?? USUAL.frameRate,
    clips: measured.map(({ clip, facts }, index) => {
      if (!facts) return clip
      const { part, frameRate: own } = facts.video
      const left = index > 0 && clip.dropsFirstFrame && part.frames > 1 ? 1 / own : 0
      return { ...clip, inMs: (part.fromSeconds + left) * 1_000, outMs: part.toSeconds * 1_000 }
    }),
  }
}

/** WebM counts in milliseconds. */
const STEP_SECONDS = 0.001_1

/**
 * The rate of the first clip, as the longest tells it that may have the same one: a few frames of WebM do not tell 23.976 from 24, and a
 * minute at the wrong one is 60 ms off.
 */
function rateOfFirst(videos: readonly VideoFacts[]): number | null {
  const [first] = videos
  if (!first) return null
  const seconds = first.part.toSeconds - first.part.fromSeconds
  const alike = videos.filter(
    ({ frameRate }) => Math.abs(frameRate / first.frameRate - 1) * seconds < STEP_SECONDS,
  )
  const [longest = first] = alike.toSorted((one, other) => other.part.frames - one.part.frames)
  return longest.frameRate
}

/** Encoders take pixels in pairs. */
function evened(plan: RenderPlan): RenderPlan {
  return { ...plan, width: plan.width + (plan.width % 2), height: plan.height + (plan.height % 2) }
}

async function copyClips(
  { library }: RenderDeps,
  { format, frameRate }: RenderPlan,
  clips: readonly JoinedClip[],
  part: string,
  { signal, onProgress }: RenderOptions,
): Promise<Result<null>> {
  let totalBytes = 0
  for (const { path } of clips) totalBytes += (await stat(path)).size
  const tell = async (): Promise<void> => {
    const size = (await ifThere(stat(part)))?.size ?? 0
    const done = Math.min(WHOLE, Math.floor((size / totalBytes) * WHOLE))
    onProgress?.({ done, total: WHOLE, message: message('rendering.copying') })
  }
  const telling = setInterval(() => void tell().catch(() => undefined), LOOK_EVERY_MS)
  try {
    const moreMs = Math.ceil(totalBytes / SLOWEST_COPY_BYTES_PER_MS)
    const join = { to: part, format, frameRate, clips }
    // Each clip was read alone already: what stops the process now is all of them together.
    const end = await library.reader.read('join', join, {
      sha256: randomBytes(32).toString('hex'),
      signal,
      moreMs,
    })
    return end !== UNREADABLE && end.kind === 'joined'
      ? succeed(null)
      : fail('invalid_input', 'rendering.damaged')
  } finally {
    clearInterval(telling)
  }
}

async function encode(
  work: PageWork,
  plan: RenderPlan,
  part: string,
  { signal, onProgress }: RenderOptions,
): Promise<Result<null>> {
  let file: FileHandle | null = null
  try {
    const asked = await work.ask(
      { kind: 'encode', plan },
      {
        signal,
        onProgress,
        begin: async () => {
          await file?.close()
          file = await open(part, 'w', 0o600)
        },
        write: async (bytes, position) => {
          if (file) await writeAt(file, bytes, position)
        },
      },
    )
    // A page may have written since it was opened.
    await (file as FileHandle | null)?.sync()
    return asked.ok ? succeed(null) : asked
  } finally {
    await (file as FileHandle | null)?.close()
  }
}

type FileFacts = Pick<RenderedFile, 'durationMs' | 'width' | 'height' | 'frameRate'>

function copiedFacts({ width, height, frameRate }: RenderPlan, clips: readonly JoinedClip[]): FileFacts {
  const frames = clips.reduce((sum, clip) => sum + clip.frames, 0)
  return { durationMs: Math.round((frames * 1_000) / frameRate), width, height, frameRate }
}

/** What came of it, by its packets and not by what was meant. */
async function measureFile(
  { library }: RenderDeps,
  path: string,
  { clips, frameRate: wanted }: RenderPlan,
  signal: AbortSignal,
): Promise<Result<FileFacts>> {
  const part = { fromSeconds: 0, toSeconds: Infinity }
  const sha256 = randomBytes(32).toString('hex')
  const facts = await library.reader.read('clip', { path, part }, { sha256, signal })
  if (facts === UNREADABLE || !facts?.video) return fail('invalid_input', 'rendering.failed')
  const { width, height, frameRate, part: whole } = facts.video
  const durationMs = (whole.toSeconds - whole.fromSeconds) * 1_000
  const shownMs = clips.reduce((sum, { inMs, outMs }) => sum + outMs - inMs, 0)
  const isWhole = Math.abs(shownMs - durationMs) < 1_500 / wanted + clips.length
  if (!isWhole) return fail('invalid_input', 'rendering.failed')
  return succeed({ durationMs: Math.round(durationMs), width, height, frameRate })
}

function notesOf(measured: readonly MeasuredClip[]): readonly Message[] {
  const repeated = measured.slice(1).filter(({ clip }) => clip.dropsFirstFrame).length
  const silent = measured.filter((one) => !one.clip.muted && !hasSound(one)).length
  const isHeard = measured.some(hasSound)
  return [
    ...(repeated > 0 ? [message('rendering.repeated', { count: repeated })] : []),
    ...(silent > 0 && isHeard ? [message('rendering.silent', { count: silent })] : []),
  ]
}
