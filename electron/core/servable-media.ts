/** Finds the files that a host may serve to its page: by opaque id, never by path. */
import { stat } from 'node:fs/promises'
import type { PreviewKind } from '#contract/rules/media.ts'
import type { Inputs } from './inputs/inputs.ts'
import type { ExportsFolder } from './library/exchange/exports-folder.ts'
import type { Library } from './library/library.ts'

/** The path never leaves the host. */
export interface ServableFile {
  readonly path: string
  readonly mimeType: string
  readonly sizeBytes: number
  /** SHA-256 of the content, hex: the entity tag. Absent for derived files. */
  readonly sha256?: string
  /** The name under which the user is to save it: it is not shown. */
  readonly downloadName?: string
}

/** Null where there is no such file. `thumb` makes the thumbnail when it is missing. */
export interface ServableMedia {
  asset(id: string): Promise<ServableFile | null>
  thumb(id: string): Promise<ServableFile | null>
  /** A video's frames side by side; null until the page has made them. */
  scrub(id: string): Promise<ServableFile | null>
  /** The peaks of audio; null until the page has made them. */
  peaks(id: string): Promise<ServableFile | null>
  input(id: string): Promise<ServableFile | null>
  exported(jobId: string): Promise<ServableFile | null>
}

export function createServableMedia(
  library: Library,
  inputs: Inputs,
  exports: Pick<ExportsFolder, 'find'>,
): ServableMedia {
  const preview = async (id: string, kind: PreviewKind, mimeType: string): Promise<ServableFile | null> => {
    const record = library.find(id)
    return record ? servable(library.previews.path(record, kind), mimeType) : null
  }
  return {
    asset: async (id) => {
      const record = library.find(id)
      if (!record) return null
      const { sha256, extension } = record
      const path = library.media.path(sha256, extension)
      // To be kept elsewhere, and never shown: it would stop the page too.
      if (record.unreadable === true) {
        const file = await servable(path, 'application/octet-stream')
        return file && { ...file, downloadName: `${sha256}.${extension}` }
      }
      return servable(path, record.mimeType, sha256)
    },
    thumb: async (id) => {
      const record = library.find(id)
      // The page draws it, in a sandbox of its own.
      if (record?.extension === 'svg' && record.unreadable !== true) {
        return servable(library.media.path(record.sha256, record.extension), record.mimeType)
      }
      const path = record ? await library.thumbnails.ensure(record) : null
      return path === null ? null : servable(path, 'image/webp')
    },
    scrub: (id) => preview(id, 'scrub', 'image/webp'),
    peaks: (id) => preview(id, 'peaks', 'application/octet-stream'),
    input: async (id) => {
      const record = inputs.find(id)
      return record ? servable(inputs.path(record), record.mimeType, record.sha256) : null
    },
    exported: async (jobId) => {
      const exported = exports.find(jobId)
      const file = exported && (await servable(exported.path, exported.mimeType))
      return file && { ...file, downloadName: exported.name }
    },
  }
}

async function servable(path: string, mimeType: string, sha256?: string): Promise<ServableFile | null> {
  const file = await stat(path).catch(() => null)
  if (!file?.isFile()) return null
  return { path, mimeType, sizeBytes: file.size, ...(sha256 === undefined ? {} : { sha256 }) }
}
