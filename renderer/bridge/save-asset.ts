/** Saves the file of an asset, as it is, where the user says. */
import type { Result } from '#contract/errors.ts'
import type { Bridge } from './bridge.ts'
import { HOST_AWAY } from './endpoint.ts'
import { mediaUrl } from './media.ts'

const MISSING = 'Its file could not be read. Verify the library in Settings to check whether it is there.'

/** Under the name that an export gives it. Succeeds as well where the user closes the dialog. */
export async function saveAsset(bridge: Bridge, id: string): Promise<Result<unknown>> {
  const named = await bridge.call('library.exportNames', { ids: [id] })
  if (!named.ok) return named
  const [name] = named.data.names
  const response = await fetch(mediaUrl(id)).catch(() => null)
  if (response === null) return HOST_AWAY
  if (name === undefined || !response.ok) return { ok: false, error: { code: 'not_found', message: MISSING } }
  return await bridge.saveFile(await response.blob(), name)
}
