/**
 * What the host asks the page to show: a press in the menu or the tray, a link, a file that was opened with Atelier.
 *
 * Nothing here sends, changes or deletes anything of the user's: the page opens a place or fills its form.
 */
import { z } from 'zod'
import type { Recipe } from './library.ts'
import { mediaTypeSchema } from './model.ts'

/** The commands that the menu and the page's command palette both know, by the palette's own ids. */
export const PAGE_COMMANDS = [
  'prompt',
  'place:create',
  'place:queue',
  'place:gallery',
  'place:settings',
  'pause',
  'palette',
  'help',
] as const
export type PageCommand = (typeof PAGE_COMMANDS)[number]

/** What a link may say for the form. All of it is words that stand in a form until the user presses Generate. */
export const formWordsSchema = z.strictObject({
  prompt: z.string().max(20_000).optional(),
  provider: z.string().trim().min(1).max(200).optional(),
  model: z.string().trim().min(1).max(300).optional(),
  mediaType: mediaTypeSchema.optional(),
})
export type FormWords = z.infer<typeof formWordsSchema>

export type Command =
  | { readonly kind: 'run'; readonly command: PageCommand }
  | { readonly kind: 'openTask'; readonly id: string }
  | { readonly kind: 'openAsset'; readonly id: string }
  | { readonly kind: 'fillForm'; readonly words: FormWords }
  /** A file that says how it was made. */
  | { readonly kind: 'restoreRecipe'; readonly recipe: Recipe }
