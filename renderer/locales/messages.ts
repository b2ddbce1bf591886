/** The words of the interface: those of the first view, to which every part that is loaded later adds its own. */
import { unpackMessages } from './unpack-messages.ts'
import packed from './en.json'

export const messages = unpackMessages(packed)

/** Called as a part's script is loaded, before anything of it is shown. */
export function addMessages(more: Readonly<Record<string, unknown>>): void {
  Object.assign(messages, unpackMessages(more))
}
