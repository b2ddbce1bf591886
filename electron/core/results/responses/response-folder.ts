/**
 * `answers/`: responses that carried the result itself, one file a task, until the results are in media/.
 *
 * What arrives is written to `<task id>.part` and synced before anything of it is parsed; it has the task's name once it is known to
 * be whole. So a start knows what it may believe: a file with the task's name, and a part that is whole JSON.
 *
 * A part that is not whole is evidence of what may have been paid for: it stays as long as the task is of unknown outcome, and goes
 * with the user's decision.
 */
import { readdirSync } from 'node:fs'
import { mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '#contract/json.ts'
import { ifThere, isMissing, renameDurably, syncFolder, PRIVATE_FOLDER } from '../../store/files.ts'
import type { ResponseFile } from './response-part.ts'
import { readKeptResponse } from './read-response.ts'

const PART = '.part'

export type KeptResponses = ReturnType<typeof openKeptResponses>

/** What is in the folder is read at once; others do not write into it. @throws the disk's error */
export function openKeptResponses(dataDir: string) {
  const folder = join(dataDir, 'answers')
  const ids = new Set(namesIn(folder).map((name) => name.replace(PART, '')))
  const fileOf = (taskId: string): ResponseFile => ({ taskId, path: join(folder, taskId) })
  const removing = new Map<string, Promise<void>>()
  const removeNow = async (taskId: string): Promise<void> => {
    const { path } = fileOf(taskId)
    await Promise.all([rm(path, { force: true }), rm(path + PART, { force: true })])
    ids.delete(taskId)
  }
  return {
    /** The tasks of which something is there, whole or not. */
    ids: (): readonly string[] => [...ids],
    has: (taskId: string): boolean => ids.has(taskId),
    /** Where the response is, or would be, when it is whole. */
    fileOf,
    /** Makes room for a response before it is asked for. @throws the disk's error */
    begin: async (taskId: string): Promise<IncomingResponse> => {
      await removing.get(taskId)
      await mkdir(folder, PRIVATE_FOLDER)
      const { path } = fileOf(taskId)
      // Where the response of an earlier request could not be removed, it would be taken for that of this one.
      await rm(path, { force: true })
      const file = await open(path + PART, 'w', 0o600)
      ids.add(taskId)
      await syncFolder(folder)
      return new IncomingResponse(file, fileOf(taskId))
    },
    /** What a response says that is whole; a part that is whole JSON becomes the response. @throws the disk's error */
    read: async (taskId: string): Promise<Json | undefined> => {
      const response = fileOf(taskId)
      if (await ifThere(stat(response.path))) return readKeptResponse(response, null, true)
      const json = await ifThere(readKeptResponse({ taskId, path: response.path + PART }, null, false))
      if (json === null || json === undefined) return undefined
      await publishResponse(response)
      return json
    },
    /** @throws the disk's error */
    remove: (taskId: string): Promise<void> => {
      const done = removeNow(taskId).finally(() => removing.delete(taskId))
      removing.set(taskId, done)
      return done
    },
  }
}

export class IncomingResponse {
  #handle: FileHandle | null
  readonly file: ResponseFile
  sizeBytes = 0

  constructor(handle: FileHandle, file: ResponseFile) {
    this.#handle = handle
    this.file = file
  }

  /** Where it is until it is whole. */
  get part(): ResponseFile {
    return { ...this.file, path: this.file.path + PART }
  }

  /** @throws the disk's error; what was not written then is written by the next call */
  async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      done += (await this.#open().write(bytes, done, bytes.length - done, this.sizeBytes + done)).bytesWritten
    }
    this.sizeBytes += bytes.length
  }

  /** On disk when this resolves. */
  async finish(): Promise<void> {
    await this.#open().sync()
    await this.close()
  }

  /** A part without a byte tells nothing and is removed. */
  async close(): Promise<void> {
    const handle = this.#handle
    this.#handle = null
    await handle?.close()
    if (handle && this.sizeBytes === 0) await rm(this.part.path, { force: true })
  }

  #open(): FileHandle {
    if (!this.#handle) throw new Error('The response is closed.')
    return this.#handle
  }
}

/** The part is known to be whole: it becomes the response. */
export function publishResponse({ path }: Pick<ResponseFile, 'path'>): Promise<void> {
  return renameDurably(path + PART, path)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
