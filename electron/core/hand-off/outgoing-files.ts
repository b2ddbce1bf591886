/** What goes into the zip of a sequence: texts, and copies of files as they lie in the library. */
import { stat } from 'node:fs/promises'
import { type Result, succeed } from '#contract/errors.ts'
import type { JobProgress } from '../jobs/jobs.ts'
import { openZipTarget } from '../library/exchange/export-target.ts'
import type { ExportsFolder } from '../library/exchange/exports-folder.ts'
import type { OutgoingFile } from '../library/exchange/outgoing.ts'
import { ifThere } from '../store/files.ts'

/** `at` is the date that it bears, in ms since the epoch. */
export function textFile(name: string, text: string, at: number): OutgoingFile {
  const bytes = Buffer.from(text)
  return { name, from: '', spans: [bytes], sizeBytes: bytes.length, modifiedAt: at }
}

/** A file that is to be copied under `name`. */
export interface Content {
  readonly name: string
  readonly path: string
  /** In ms since the epoch. */
  readonly at: number
}

/** Null where the file is gone. */
export async function mediaFile({ name, path, at }: Content): Promise<OutgoingFile | null> {
  const info = await ifThere(stat(path))
  if (info?.isFile() !== true) return null
  const { size } = info
  return { name, from: path, spans: [{ start: 0, end: size }], sizeBytes: size, modifiedAt: at }
}

/** Nothing is left where it fails. @throws the disk's error, and the reason of `signal`. */
export async function writeZip(
  exports: Pick<ExportsFolder, 'path'>,
  name: string,
  files: readonly OutgoingFile[],
  { report, signal }: { readonly report: (progress: JobProgress) => void; readonly signal: AbortSignal },
): Promise<Result<readonly never[]>> {
  const target = await openZipTarget(exports.path, name, signal)
  try {
    report({ done: 0, total: files.length })
    for (const [at, file] of files.entries()) {
      signal.throwIfAborted()
      await target.add(file)
      report({ done: at + 1 })
    }
    await target.finish()
    return succeed([])
  } catch (error) {
    await target.abandon()
    throw error
  }
}
