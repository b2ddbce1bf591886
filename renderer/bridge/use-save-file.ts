/** Saves a file that a view made, and holds the error. */
import { useState } from 'react'
import type { RenderedResult } from '#contract/errors.ts'
import type { RouteInput } from '#contract/routes.ts'
import { useHost } from './host.tsx'
import type { Bridge } from './bridge.ts'
import { hostAway } from './endpoint.ts'
import { mediaUrl } from './media.ts'

interface FileSaver {
  /** Opens a dialog, or downloads in a browser. */
  save(name: string, content: Blob): Promise<void>
  saveRecipe(of: RouteInput<'recipes.make'>): Promise<void>
  /** Why the last file was not saved; null where it was, or where the user closed the dialog. */
  readonly problem: string | null
}

export function useSaveFile(): FileSaver {
  const { bridge } = useHost()
  const [problem, setProblem] = useState<string | null>(null)
  const tell = (response: RenderedResult<unknown>): void =>
    setProblem(response.ok ? null : response.error.message)
  return {
    problem,
    save: async (name, content) => tell(await bridge.saveFile(content, name)),
    async saveRecipe(of) {
      const made = await bridge.call('recipes.make', of)
      tell(made.ok ? await bridge.saveFile(new Blob([made.data.text]), made.data.name) : made)
    },
  }
}

/** Under the name that an export gives it. Succeeds as well where the user closes the dialog. `missing`: what is said where its file is gone. */
export async function saveAsset(
  bridge: Bridge,
  id: string,
  missing: string,
): Promise<RenderedResult<unknown>> {
  const named = await bridge.call('library.exportNames', { ids: [id] })
  if (!named.ok) return named
  const [name] = named.data.names
  const response = await fetch(mediaUrl(id)).catch(() => null)
  if (response === null) return hostAway()
  if (name === undefined || !response.ok) return { ok: false, error: { code: 'not_found', message: missing } }
  return await bridge.saveFile(await response.blob(), name)
}
