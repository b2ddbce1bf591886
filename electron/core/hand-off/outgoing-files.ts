/** What goes into the zip of a sequence: texts, and copies of files as they lie in the library. */
import { stat } from 'node:fs/promises'
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

/** Returns the name that it got. Nothing is left where it fails. @throws the disk's error, and the reason of `signal`. */
export async function writeZip(
  exports: Pick<ExportsFolder, 'part' | 'place'>,
  { stem, extension }: { readonly stem: string; readonly extension: string },
  files: readonly OutgoingFile[],
  { report, signal }: { readonly report: (progress: JobProgress) => void; readonly signal: AbortSignal },
): Promise<string> {
  const place = (part: string) => exports.place(part, stem, extension)
  const target = await openZipTarget(await exports.part(), place, signal)
  try {
    report({ done: 0, total: files.length })
    for (const [at, file] of files.entries()) {
      signal.throwIfAborted()
      await target.addFile(file)
      report({ done: at + 1 })
    }
    return await target.finish()
  } catch (error) {
    await target.abandon()
    throw error
  }
}
