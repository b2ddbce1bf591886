/** Saves a file that a view made, and holds the error. */
import { useState } from 'react'
import type { Result } from '#contract/errors.ts'
import type { RouteInput } from '#contract/routes.ts'
import { useHost } from './host.tsx'

export interface FileSaver {
  /** Opens a dialog, or downloads in a browser. */
  save(name: string, content: Blob): Promise<void>
  /** Makes a recipe file of an asset or a task, and saves it. */
  saveRecipe(of: RouteInput<'recipes.make'>): Promise<void>
  /** Why the last file was not saved; null where it was, or where the user closed the dialog. */
  readonly problem: string | null
}

export function useSaveFile(): FileSaver {
  const { bridge } = useHost()
  const [problem, setProblem] = useState<string | null>(null)
  const tell = (response: Result<unknown>): void => setProblem(response.ok ? null : response.error.message)
  return {
    problem,
    save: async (name, content) => tell(await bridge.saveFile(content, name)),
    async saveRecipe(of) {
      const made = await bridge.call('recipes.make', of)
      tell(made.ok ? await bridge.saveFile(new Blob([made.data.text]), made.data.name) : made)
    },
  }
}
