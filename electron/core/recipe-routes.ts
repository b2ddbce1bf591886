/** The call that makes a recipe file of a task or an asset. */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Recipe } from '#contract/exchange.ts'
import type { Asset } from '#contract/library.ts'
import type { Task } from '#contract/tasks.ts'
import { toAsset } from './library/assets/asset-row.ts'
import { firstCharacters, safeStem } from './library/exchange/file-names.ts'
import type { Library } from './library/library.ts'
import { embeddedRecipe, toRecipe } from './library/provenance/embedded-recipe.ts'
import { writeRecipeFile } from './library/provenance/recipe-file.ts'
import type { HandlersFor } from './router.ts'

const LONGEST_NAME = 60

export interface RecipeRoutesDeps {
  readonly library: Pick<Library, 'find'>
  readonly findTask: (id: string) => Pick<Task, 'request'> | null
}

export function createRecipeHandlers({ library, findTask }: RecipeRoutesDeps): HandlersFor<'recipes'> {
  return {
    'recipes.make': (wish) => {
      if ('assetId' in wish) {
        const record = library.find(wish.assetId)
        if (!record) return fail('not_found', 'There is no such asset.')
        const asset = toAsset(record)
        return fileOf(toRecipe(embeddedRecipe(asset)), asset.title)
      }
      const task = findTask(wish.taskId)
      return task ? fileOf(recipeOf(task)) : fail('not_found', 'There is no such task.')
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
function fileOf(
  recipe: Recipe,
  title?: Asset['title'],
): Result<{ readonly name: string; readonly text: string }> {
  const written = writeRecipeFile(recipe)
  if (!written.ok) return written
  const words = [title, recipe.prompt, recipe.model].find((text) => text !== undefined && text.trim() !== '')
  const stem = safeStem(firstCharacters(words ?? 'recipe', LONGEST_NAME))
  return succeed({ name: `${stem}.atelier`, text: written.data })
}
