/** Finds the files that a host may serve to its page: by opaque id, never by path. */
import { stat } from 'node:fs/promises'
import type { Inputs } from './inputs/inputs.ts'
import type { Library } from './library/library.ts'

/** A file that may be served to the page. The path never leaves the host. */
export interface ServableFile {
  readonly path: string
  readonly mimeType: string
  readonly sizeBytes: number
  /** SHA-256 of the content, hex: the entity tag. Absent for derived files. */
  readonly sha256?: string
}

/** Null where there is no such file. `thumb` makes the thumbnail when it is missing. */
export interface ServableMedia {
  asset(id: string): Promise<ServableFile | null>
  thumb(id: string): Promise<ServableFile | null>
  input(id: string): Promise<ServableFile | null>
}

export function createServableMedia(library: Library, inputs: Inputs): ServableMedia {
  return {
    asset: async (id) => {
      const record = library.find(id)
      if (!record) return null
      const path = library.media.path(record.sha256, record.extension)
      return servable(path, record.mimeType, record.sha256)
    },
    thumb: async (id) => {
      const record = library.find(id)
      const path = record ? await library.thumbnails.ensure(record) : null
      return path === null ? null : servable(path, 'image/webp')
    },
    input: async (id) => {
      const record = inputs.find(id)
      return record ? servable(inputs.path(record), record.mimeType, record.sha256) : null
    },
  }
}

async function servable(path: string, mimeType: string, sha256?: string): Promise<ServableFile | null> {
  const file = await stat(path).catch(() => null)
  if (!file?.isFile()) return null
  return { path, mimeType, sizeBytes: file.size, ...(sha256 === undefined ? {} : { sha256 }) }
}
