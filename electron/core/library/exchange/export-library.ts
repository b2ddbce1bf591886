/**
 * Exports a selection as files or as a zip, under names from a template, with or without the recipe inside.
 *
 * What is in the library is only read. A selection is taken as it stands when the export begins.
 */
import { rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { exportSchema } from '#contract/exchange.ts'
import type { Job, LibraryFilter } from '#contract/library.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import { formatAssetId, layoutColumns } from '#contract/rules/layout.ts'
import type { Context } from '../../context/context.ts'
import type { JobEnd, JobProgress, Jobs, StartedJob } from '../../jobs/jobs.ts'
import type { Shell } from '../../ports/shell.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import { toAsset } from '../assets/asset-row.ts'
import type { Library } from '../library.ts'
import { openFolderTarget, openZipTarget, partIn, type ExportTarget } from './export-target.ts'
import { namesIn, type ExportsFolder } from './exports-folder.ts'
import { createNameClaims } from './file-names.ts'
import {
  localDate,
  localTime,
  parseTemplate,
  SILENT_TEMPLATE,
  USUAL_TEMPLATE,
  type NameTemplate,
} from './name-template.ts'
import { type FilesOf, outgoingExtension, type WantedExport, withOutgoing } from './outgoing.ts'

export type ExportWish = z.output<typeof exportSchema>

export interface ExportDeps extends Pick<Context, 'clock'> {
  readonly library: Library
  readonly exports: ExportsFolder
  readonly jobs: Jobs
  readonly version: string
  readonly shell: Shell | undefined
}

export type Exporter = ReturnType<typeof createExporter>

export function createExporter(deps: ExportDeps) {
  const { library, jobs, clock, exports } = deps
  return {
    /** Returns when the export has begun. Fails as data where the wish cannot be met, or the user chose no folder. */
    start: async (wish: ExportWish): Promise<Result<Job>> => {
      const embedRecipe = wish.embedRecipe ?? true
      const template = parseTemplate(wish.template ?? (embedRecipe ? USUAL_TEMPLATE : SILENT_TEMPLATE))
      if (!template.ok) return template
      const ids = await selected(library, wish)
      if (!ids.ok) return ids
      const now = clock.now()
      const title = `Atelier ${localDate(now)} ${localTime(now)}`
      const isZip = wish.form === 'zip'
      const chosen = wish.chooseFolder
        ? await choosePlace(deps.shell, isZip ? `${title}.zip` : null)
        : succeed(null)
      if (!chosen.ok) return chosen
      const started: StartedJob<null> = jobs.start(
        'export',
        message('exchange.exporting', { count: ids.data.length }),
        async (report, signal) => {
          const folder = isZip ? null : (chosen.data ?? (await exports.makeFolder(title)))
          const target =
            folder === null
              ? await openZip(exports, chosen.data, title, signal)
              : await openFolderTarget(folder, signal)
          const { convert, embedInSigned = false, xmpSidecars = false } = wish
          const wanted = { convert, embedRecipe, embedInSigned, xmpSidecars }
          const run = { ...deps, wanted, target, folder, template: template.data, ids: ids.data }
          const end = await exportAll(run, report, signal)
          if (!end.ok || !isZip || chosen.data !== null) return end
          const { path = '' } = end.data
          exports.keep(started.job.id, { path, name: basename(path), mimeType: 'application/zip' })
          return succeed({ ...end.data, downloadUrl: `/exports/${started.job.id}` })
        },
      )
      return succeed(started.job)
    },
  }
}

/** The name that the user gave in the system's own dialog is kept: there they were asked whether it may be replaced. */
async function openZip(
  exports: ExportsFolder,
  chosen: string | null,
  title: string,
  signal: AbortSignal,
): Promise<ExportTarget> {
  if (chosen === null) {
    const place = async (part: string) => join(exports.path, await exports.place(part, title, 'zip'))
    return openZipTarget(await exports.part(), place, signal)
  }
  const place = async (part: string): Promise<string> => {
    await rename(part, chosen)
    return chosen
  }
  return openZipTarget(partIn(dirname(chosen)), place, signal)
}

interface Run extends ExportDeps {
  readonly target: ExportTarget
  /** Where the files go; null for a zip. */
  readonly folder: string | null
  readonly template: NameTemplate
  readonly wanted: WantedExport
  readonly ids: readonly string[]
}

async function exportAll(
  { library, version, target, folder, template, wanted, ids }: Run,
  report: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<Result<JobEnd<null>>> {
  const { contents, media, reader } = library
  const outgoing = { ...wanted, media, reader, version, signal }
  const count = { ...NOTHING }
  const left = { missing: [] as string[], unreadable: [] as string[] }
  const total = ids.length
  report({ done: 0, total, ...(folder !== null && { path: folder }) })
  const { claim } = createNameClaims(folder === null ? [] : await namesIn(folder))
  let path: string
  try {
    for (const [index, id] of ids.entries()) {
      signal.throwIfAborted()
      const record = library.find(id)
      const stem = record ? template(toAsset(record), { index: index + 1, total }) : ''
      const send = (filesOf: FilesOf) => target.add(filesOf, () => claim(stem))
      // One that is deleted for good meanwhile leaves first.
      const asset = record && (await contents.hold(record.sha256, () => withOutgoing(outgoing, record, send)))
      const name = record ? `${stem}.${outgoingExtension(record, wanted.convert)}` : ''
      if (asset === 'unreadable') left.unreadable.push(name)
      else if (asset) {
        count.exported++
        count.beside += Number(asset.isBeside)
        count.uncertain += Number(asset.isUncertain)
        count.unconverted += Number(asset.isUnconverted)
      } else if (library.find(id)) left.missing.push(name)
      else count.gone++
      report({ done: index + 1 })
    }
    path = await target.finish()
  } catch (error) {
    await target.abandon()
    if (signal.aborted && folder === null) return fail('conflict', 'exchange.cancelledZip')
    if (signal.aborted || diskFailure(error)?.code !== 'disk_full') throw error
    return fail(
      'disk_full',
      followedBy(
        message('exchange.diskFull'),
        kept(folder, count.exported, total),
        message('exchange.exportAgain'),
      ),
    )
  }
  return succeed({ data: null, path, message: exported(count, left, path) })
}

async function selected(library: Library, { ids, filter }: ExportWish): Promise<Result<readonly string[]>> {
  const found = ids ? succeed([...new Set(ids)]) : filter ? await idsFoundBy(library, filter) : null
  if (!found) return fail('invalid_input', 'exchange.exportWhat', { field: 'ids' })
  if (found.ok && found.data.length === 0) return fail('not_found', 'exchange.nothingFound')
  return found
}

/** The zip's own path, named `zipName` unless the user names it otherwise; the folder where there is no zip. */
async function choosePlace(shell: Shell | undefined, zipName: string | null): Promise<Result<string>> {
  if (!shell?.chooseFolder || !shell.chooseFile) {
    return fail('not_available_here', 'exchange.noPlaceDialog')
  }
  const place = await (zipName === null ? shell.chooseFolder() : shell.chooseFile(zipName))
  return place === null ? fail('conflict', 'exchange.noPlaceChosen') : succeed(place)
}

function kept(folder: string | null, exported: number, total: number): Message {
  return folder === null
    ? message('exchange.unfinishedZip')
    : message('exchange.exportedSoFar', { exported, total, path: folder })
}

const NOTHING = { exported: 0, gone: 0, beside: 0, uncertain: 0, unconverted: 0 }
/** What is said beside how many were exported, in this order. */
const NOTES = ['beside', 'unconverted', 'gone', 'uncertain'] as const
/** How many of the files that were left out are named. */
const MAX_NAMED = 3

function exported(
  { exported: count, ...others }: typeof NOTHING,
  { missing, unreadable }: { readonly missing: readonly string[]; readonly unreadable: readonly string[] },
  path: string,
): Message {
  const notes = NOTES.filter((note) => others[note] > 0)
  return followedBy(
    message('exchange.exported', { count, path }),
    ...notes.map((note) => message(`exchange.exported.${note}`, { count: others[note] })),
    ...leftOut('exchange.exported.missing', missing),
    ...leftOut('exchange.imported.unreadable', unreadable),
  )
}

function leftOut(
  id: 'exchange.exported.missing' | 'exchange.imported.unreadable',
  all: readonly string[],
): readonly Message[] {
  const names = all.slice(0, MAX_NAMED)
  return all.length === 0 ? [] : [message(id, { count: all.length, names, more: all.length - names.length })]
}

/** Newest first. */
async function idsFoundBy({ search }: Library, filter: LibraryFilter): Promise<Result<readonly string[]>> {
  const layout = await search.layout(filter)
  if (!layout.ok) return layout
  const { count, words } = layoutColumns(layout.data.buffer)
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  return succeed(
    Array.from({ length: count }, (_, at) => formatAssetId(bytes.subarray(16 * at, 16 * (at + 1)))),
  )
}
