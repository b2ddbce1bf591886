/**
 * Writes a sequence for other programs, as a job: a video, a timeline with or without the media beside it, captions, or the sequence
 * itself. A file has its name only when it is whole, and what is stopped leaves nothing.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { HandOffFormat, Sequence } from '#contract/sequences.ts'
import type { Context } from '../context/context.ts'
import type { JobProgress, Jobs, StartedJob } from '../jobs/jobs.ts'
import type { ExportsFolder } from '../library/exchange/exports-folder.ts'
import { safeStem } from '../library/exchange/file-names.ts'
import type { OutgoingFile } from '../library/exchange/outgoing.ts'
import type { RenderRequest } from '../rendering/render.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { noSuchSequence, type SequenceStore } from '../sequences/sequence-store.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { frameRateOf, framesPerSecond, nominalRate } from './frame-rate.ts'
import { cutOf, usedAssets, type Cut, type Take } from './cut.ts'
import { hasCaptions, writeSrt, writeVtt } from './formats/captions.ts'
import { writeEdl } from './formats/edl.ts'
import { writeFcpxml } from './formats/fcpxml.ts'
import { writeOtio } from './formats/otio.ts'
import { measureTakes } from './measure-takes.ts'
import { mediaFile, textFile, writeZip } from './outgoing-files.ts'
import { packSequence, type PackDeps } from './pack-sequence.ts'
import { MEDIA_FOLDER, sourcesOf } from './sources.ts'
import { timelineOf } from './timeline.ts'

export interface ExportSequenceDeps extends PackDeps, Pick<Context, 'clock'> {
  readonly jobs: Jobs
  readonly exports: ExportsFolder
  readonly sequences: Pick<SequenceStore, 'find'>
  readonly render: Rendering['render']
}

interface Wish {
  readonly id: string
  readonly format: HandOffFormat
  readonly media?: boolean | undefined
}

/** What is to be written, and what is said of it beside its name. */
interface Output {
  readonly extension: HandOffFormat | 'zip'
  readonly write: (stem: string, run: Run) => Promise<Result<Written>>
  readonly notes: readonly Message[]
}

interface Written {
  /** That it got, with its extension. */
  readonly name: string
  /** What is to be said beside. */
  readonly data: readonly Message[]
}

interface Run {
  readonly report: (progress: JobProgress) => void
  readonly signal: AbortSignal
}

const MIME_TYPES: Readonly<Record<Output['extension'], string>> = {
  mp4: 'video/mp4',
  webm: 'video/webm',
  otio: 'application/json',
  fcpxml: 'application/xml',
  edl: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  atelier: 'application/zip',
  zip: 'application/zip',
}

const WRITERS = { otio: writeOtio, fcpxml: writeFcpxml, edl: writeEdl, srt: writeSrt, vtt: writeVtt } as const

/** Its frames have two digits. */
const MAX_IN_TIMECODE = 99

/** Begins an export. Fails as data where there is no such sequence, or nothing in it that could be written. */
export async function startExport(deps: ExportSequenceDeps, wish: Wish): Promise<Result<Job>> {
  const sequence = deps.sequences.find(wish.id)
  if (!sequence) return noSuchSequence()
  const { format, media = false } = wish
  const output =
    format === 'atelier'
      ? await packed(deps, sequence, media)
      : await shown(deps, sequence, { format, media })
  if (!output.ok) return output
  const { extension } = output.data
  const started: StartedJob<null> = deps.jobs.start(
    extension === 'mp4' || extension === 'webm' ? 'render' : 'export',
    message('hand-off.writing', { name: sequence.name }),
    async (report, signal) => {
      const written = await writeOutput(output.data, safeStem(sequence.name), { report, signal })
      if (!written.ok) return written
      const { name, data } = written.data
      const path = join(deps.exports.path, name)
      deps.exports.keep(started.job.id, { path, name, mimeType: MIME_TYPES[extension] })
      const said = followedBy(message('hand-off.written', { name }), ...data, ...output.data.notes)
      return succeed({ data: null, message: said, path, downloadUrl: `/exports/${started.job.id}` })
    },
  )
  return succeed(started.job)
}

async function writeOutput({ write }: Output, stem: string, run: Run): Promise<Result<Written>> {
  try {
    return await write(stem, run)
  } catch (error) {
    if (run.signal.aborted) return fail('conflict', 'hand-off.cancelled')
    if (diskFailure(error)?.code !== 'disk_full') throw error
    return fail('disk_full', 'hand-off.diskFull')
  }
}

function zipped(
  { exports }: ExportSequenceDeps,
  extension: 'atelier' | 'zip',
  files: readonly OutgoingFile[],
): Output['write'] {
  return async (stem, run) =>
    succeed({ name: await writeZip(exports, { stem, extension }, files, run), data: [] })
}

/** The sequence itself, with everything that its shots need. */
async function packed(deps: ExportSequenceDeps, sequence: Sequence, media: boolean): Promise<Result<Output>> {
  const pack = packSequence(deps, sequence)
  if (!pack.ok) return pack
  const { texts, contents } = pack.data
  const without =
    media || contents.length === 0 ? [] : [message('hand-off.withoutMedia', { count: contents.length })]
  const outgoing = media ? await Promise.all(contents.map(mediaFile)) : []
  const found = outgoing.filter((file) => file !== null)
  const gone = outgoing.length - found.length
  return succeed({
    extension: 'atelier',
    write: zipped(deps, 'atelier', [...texts, ...found]),
    notes: [...without, ...(gone > 0 ? [message('hand-off.filesGone', { count: gone })] : [])],
  })
}

async function shown(
  deps: ExportSequenceDeps,
  sequence: Sequence,
  { format, media }: { readonly format: Exclude<HandOffFormat, 'atelier'>; readonly media: boolean },
): Promise<Result<Output>> {
  const takes = await measureTakes(deps.library, usedAssets(sequence))
  const cut = cutOf(sequence, takes)
  if (cut.clips.length === 0) return fail('conflict', 'rendering.empty')
  if (format === 'mp4' || format === 'webm') {
    const request = requestOf(sequence, cut, format)
    const write: Output['write'] = (stem, { report: onProgress, signal }) =>
      deps.exports.write(stem, format, async (to) => {
        const made = await deps.render(request, { to, signal, onProgress })
        return made.ok ? succeed([made.data.said]) : made
      })
    return succeed({ extension: format, write, notes: notesOn(cut) })
  }
  return timelineOutput(deps, { cut, takes, format, media })
}

interface TimelineWish {
  readonly cut: Cut
  readonly takes: ReadonlyMap<string, Take>
  readonly format: keyof typeof WRITERS
  readonly media: boolean
}

/** Captions are a file of their own; with media it lies beside a timeline that has some. */
async function timelineOutput(
  deps: ExportSequenceDeps,
  { cut, takes, format, media }: TimelineWish,
): Promise<Result<Output>> {
  const { library, clock } = deps
  const isCaptions = format === 'srt' || format === 'vtt'
  const hasCopies = media && !isCaptions
  const sources = sourcesOf(cut, takes, hasCopies, library.media.outsidePath)
  const timeline = timelineOf(cut, sources)
  if (isCaptions && !hasCaptions(timeline)) return fail('conflict', 'hand-off.noCaptions')
  if (format === 'edl' && nominalRate(timeline.rate) > MAX_IN_TIMECODE) {
    return fail('conflict', message('hand-off.edlTooFast', { rate: cut.frameRate }))
  }
  const text = WRITERS[format](timeline)
  const doubled = cut.clips.filter(({ dropsFirstFrame }) => dropsFirstFrame).length
  const notes = [...notesOn(cut), ...(doubled > 0 ? [message('rendering.repeated', { count: doubled })] : [])]
  if (!hasCopies) {
    const write: Output['write'] = (stem) =>
      deps.exports.write(stem, format, async (part) => {
        await writeFile(part, text, { flag: 'wx' })
        return succeed([])
      })
    return succeed({ extension: format, write, notes })
  }
  const copies = await Promise.all(
    [...sources.values()].map(({ assetId, fileName }) => {
      const { record } = takes.get(assetId) ?? {}
      const path = record ? library.media.path(record.sha256, record.extension) : ''
      return mediaFile({ name: `${MEDIA_FOLDER}/${fileName}`, path, at: record?.createdAt ?? 0 })
    }),
  )
  const found = copies.filter((file) => file !== null)
  if (found.length < copies.length) {
    return fail('not_found', message('hand-off.mediaGone', { count: copies.length - found.length }))
  }
  const now = clock.now()
  const stem = safeStem(cut.name)
  const captions = hasCaptions(timeline) ? [textFile(`${stem}.srt`, writeSrt(timeline), now)] : []
  const files: readonly OutgoingFile[] = [textFile(`${stem}.${format}`, text, now), ...captions, ...found]
  return succeed({ extension: 'zip', write: zipped(deps, 'zip', files), notes })
}

/** What the sequence leaves open is left to whoever renders it. */
function requestOf(
  { name, width, height, frameRate, normalise }: Sequence,
  { clips, sound }: Cut,
  format: RenderRequest['format'],
): RenderRequest {
  return {
    name,
    format,
    clips: clips.map(({ name: _name, ...clip }) => clip),
    sound,
    normalise,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(frameRate !== undefined && { frameRate: framesPerSecond(frameRateOf(frameRate)) }),
  }
}

function notesOn({ open, unheard }: Cut): readonly Message[] {
  return [
    ...(open > 0 ? [message('hand-off.open', { count: open })] : []),
    ...(unheard > 0 ? [message('hand-off.unheard', { count: unheard })] : []),
  ]
}
