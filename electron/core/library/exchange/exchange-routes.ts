/** The calls that take files into the library and out of it: import, export, clipboard, drag and recipe files. */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Recipe } from '#contract/exchange.ts'
import type { Asset } from '#contract/library.ts'
import { IMPORTED } from '#contract/rules/imported.ts'
import type { Task } from '#contract/tasks.ts'
import { type Bytes, receiveFile, type ReceivedFile } from '../../media/receive-file.ts'
import type { Shell } from '../../ports/shell.ts'
import { UNREADABLE } from '../../reading/reader.ts'
import type { HandlersFor } from '../../calls/handlers.ts'
import { toAsset } from '../assets/asset-row.ts'
import type { Library } from '../library.ts'
import { embeddedRecipe, toRecipe } from '../provenance/embedded-recipe.ts'
import { writeRecipeFile } from '../provenance/recipe-file.ts'
import type { Database } from '../../store/database.ts'
import type { Exporter } from './export-library.ts'
import { firstCharacters, safeStem } from './file-names.ts'
import type { Importer } from './import-library.ts'
import { parseTemplate, SILENT_TEMPLATE, USUAL_TEMPLATE } from './name-template.ts'
import { outgoingExtension } from './outgoing.ts'

const MAX_NAME = 60

export type ExchangeRoute =
  | 'library.export'
  | 'library.exportNames'
  | 'library.import'
  | 'library.copyImage'
  | 'library.dragOut'

export function createExchangeHandlers(
  exporter: Pick<Exporter, 'start'>,
  importer: Pick<Importer, 'start'>,
  library: Pick<Library, 'find' | 'media' | 'reader' | 'thumbnails'>,
  shell: Shell | undefined,
): Pick<HandlersFor<'library'>, ExchangeRoute> {
  return {
    'library.export': (wish) => exporter.start(wish),
    'library.exportNames': ({ ids, total = ids.length, template, embedRecipe = true, convert }) => {
      const parsed = parseTemplate(template ?? (embedRecipe ? USUAL_TEMPLATE : SILENT_TEMPLATE))
      if (!parsed.ok) return parsed
      const records = ids.flatMap((id) => library.find(id) ?? [])
      const names = records.map(
        (record, at) =>
          `${parsed.data(toAsset(record), { index: at + 1, total })}.${outgoingExtension(record, convert)}`,
      )
      return succeed({ names })
    },
    'library.import': ({ folder, collectionId }) => importer.start(folder, collectionId),
    'library.copyImage': async ({ id }) => {
      if (!shell?.copyImage) return fail('not_available_here', 'exchange.noClipboard')
      const record = library.find(id)
      if (record?.kind !== 'image') return fail('not_found', 'library.noImage')
      const { sha256, extension } = record
      const png = await library.reader.read(
        'png',
        { path: library.media.path(sha256, extension) },
        { sha256 },
      )
      if (png === null || png === UNREADABLE) return fail('unsafe_content', 'exchange.imageNotCopied')
      await shell.copyImage(png)
      return succeed({})
    },
    'library.dragOut': async ({ ids }) => {
      if (!shell?.dragOut) return fail('not_available_here', 'exchange.dragUnavailable')
      const records = ids.flatMap((id) => library.find(id) ?? [])
      const [first] = records
      if (!first) return fail('not_found', 'library.noAssets')
      const thumbnail = await library.thumbnails.ensure(first)
      const paths = records.map(({ sha256, extension }) => library.media.path(sha256, extension))
      await shell.dragOut([...new Set(paths)], thumbnail)
      return succeed({})
    },
  }
}

export function createRecipeHandlers(
  library: Pick<Library, 'find'>,
  findTask: (id: string) => Pick<Task, 'request'> | null,
): HandlersFor<'recipes'> {
  return {
    'recipes.make': (wish) => {
      if ('assetId' in wish) {
        const record = library.find(wish.assetId)
        if (!record) return fail('not_found', 'library.noAsset')
        const asset = toAsset(record)
        return recipeFile(toRecipe(embeddedRecipe(asset)), asset.title)
      }
      const task = findTask(wish.taskId)
      return task ? recipeFile(recipeOf(task)) : fail('not_found', 'tasks.noTask')
    },
  }
}

function recipeOf({ request }: Pick<Task, 'request'>): Recipe {
  const { provenance, prompt, options = {}, inputs = [], provider, model, mediaType, scene } = request
  return toRecipe({
    provider,
    model,
    mediaType,
    scene,
    options,
    inputs,
    ...(prompt === undefined ? {} : { prompt }),
    ...(provenance?.template === undefined ? {} : { template: provenance.template }),
  })
}

/** Named by the title, else by the first words of the prompt, else by the model. */
function recipeFile(
  recipe: Recipe,
  title?: Asset['title'],
): Result<{ readonly name: string; readonly text: string }> {
  const written = writeRecipeFile(recipe)
  if (!written.ok) return written
  const words = [title, recipe.prompt, recipe.model].find((text) => text !== undefined && text.trim() !== '')
  const stem = safeStem(firstCharacters(words ?? 'recipe', MAX_NAME))
  return succeed({ name: `${stem}.atelier`, text: written.data })
}

/** As much as the host lets through. */
const MAX_RECIPE_BYTES = 64 * 1024 * 1024

interface RecipeDeps {
  readonly db: Database
  readonly library: Pick<Library, 'find' | 'reader' | 'media'>
}

/**
 * The recipe of a file that the page shows, for filling the form again: what the library knows of it, or what it says itself.
 *
 * Fails as `not_found` where neither knows anything, and as `invalid_input` where a recipe file cannot be read.
 */
export async function recipeOfUpload({ db, library }: RecipeDeps, bytes: Bytes): Promise<Result<Recipe>> {
  const path = library.media.partPath(`recipe-${randomUUID()}`)
  try {
    const file = await receiveFile(bytes, path, MAX_RECIPE_BYTES)
    return file ? await recipeOfFile({ db, library }, file) : fail('invalid_input', 'exchange.noRecipe')
  } finally {
    await rm(path, { force: true })
  }
}

async function recipeOfFile(
  { db, library }: RecipeDeps,
  { path, sha256 }: ReceivedFile,
): Promise<Result<Recipe>> {
  const row = db.get('SELECT id FROM assets WHERE sha256 = ? ORDER BY seq LIMIT 1', sha256)
  const known = row ? library.find(String(row['id'])) : null
  if (known && known.provider !== IMPORTED) return succeed(toRecipe(embeddedRecipe(known)))
  const carried = await library.reader.read('recipe', { path }, { sha256 })
  if (carried !== null && carried !== UNREADABLE) return carried
  return known?.prompt === undefined
    ? fail('not_found', 'exchange.noRecipe')
    : succeed(toRecipe(embeddedRecipe(known)))
}
