/**
 * Takes a file of this computer into the library for an agent.
 *
 * An agent may name any path, so the file is read as the importer reads strangers' uploads: only media by their bytes, only regular
 * files, and nothing of the data directory, by whatever way the path leads there. What is refused is refused with one message, which
 * does not tell whether there is such a file.
 */
import { constants, type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, isAbsolute, relative, sep } from 'node:path'
import { z } from 'zod'
import { sniff, SNIFF_BYTES } from '#core/media/sniff.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { type AddTools, toolResult, toolError, type ToolContext } from '../tool.ts'
import { assetLine, assetSchema, describeAsset } from './asset-facts.ts'

const MAX_BYTES = 2 * 1024 ** 3
const REFUSED = message('agents.fileRefused', { gigabytes: MAX_BYTES / 1024 ** 3 })

export const addImportTool: AddTools = (server, context) => {
  server.registerTool(
    'import_file',
    {
      title: 'Import a file',
      description:
        'Free. Copies an image, video, audio file or 3D model of this computer into the library, by its whole path, to be used as an input of quote. ' +
        'At most 2 GB; nothing from Atelier’s own data folder: what is there has an assetId already (search_library). ' +
        'Example: {"path":"/pictures/fox.png"}',
      annotations: {
        readOnlyHint: false,
        idempotentHint: true,
        destructiveHint: false,
        openWorldHint: false,
      },
      inputSchema: z.strictObject({ path: z.string().min(1).max(4_000) }),
      outputSchema: assetSchema.extend({ isNew: z.boolean().describe('False: the library had it already.') }),
    },
    ({ path }) => importFile(context, path),
  )
}

async function importFile(context: ToolContext, path: string) {
  const { app, call, say } = context
  const info = await call('app.info', {})
  if (!info.ok) return toolError(context, info.error)
  const opened = await openOutside(path, info.data.dataDir).catch(() => fail('not_found', REFUSED))
  if (!opened.ok) return toolError(context, opened.error)
  const { handle, modifiedAt } = opened.data
  try {
    const body = handle.createReadStream({ start: 0, autoClose: false })
    const imported = await app.importFile({ name: basename(path), body, modifiedAt })
    if (!imported.ok)
      return toolError(context, imported.error.code === 'invalid_input' ? REFUSED : imported.error)
    const facts = await describeAsset(app, imported.data.asset)
    const isNew = !imported.data.known
    const told = message(isNew ? 'agents.imported' : 'agents.importedBefore', {
      asset: assetLine(facts, say),
    })
    return toolResult(say(told), { ...facts, isNew })
  } catch {
    return toolError(context, REFUSED)
  } finally {
    await handle.close()
  }
}

interface Opened {
  readonly handle: FileHandle
  readonly modifiedAt: number
}

/** The file, open for reading: where it really lies is outside of the data directory. @throws the disk's errors. */
async function openOutside(path: string, dataDir: string): Promise<Result<Opened>> {
  // Windows would tell the user's name to whatever computer a path with two slashes names.
  const isHere = isAbsolute(path) && !path.includes('\0') && !/^[\\/]{2}/u.test(path)
  if (!isHere) return fail('not_found', REFUSED)
  const [real, own] = await Promise.all([realpath(path), realpath(dataDir)])
  if (isWithin(own, real)) return fail('not_found', REFUSED)
  // Not by a link that took the place of the file since, and never waiting for a pipe's other end.
  const handle = await open(
    real,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  )
  const info = await handle.stat()
  if (info.isFile() && info.size <= MAX_BYTES && (await beginsAsMedia(handle))) {
    return succeed({ handle, modifiedAt: Math.trunc(info.mtimeMs) })
  }
  await handle.close()
  return fail('not_found', REFUSED)
}

/** Looked at before anything is copied: whatever else an agent names is not even read. */
async function beginsAsMedia(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
  return (await sniff(buffer.subarray(0, bytesRead))).kind === 'known'
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
