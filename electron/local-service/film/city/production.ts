/**
 * The film of a city at night.
 */
import type { Production } from '../stage.ts'
import { listRecipes } from './paint-plates.ts'
import { openCity } from './stage.ts'
import { surveyCity } from './survey.ts'

export const cityProduction: Production = {
  countParts: (request) => listRecipes(surveyCity(request)).length,
  paintPart(request, part) {
    const recipe = listRecipes(surveyCity(request))[part]
    if (recipe === undefined) throw new Error(`A city has no part ${part}.`)
    return recipe()
  },
  openStage: (request, plates) => openCity(surveyCity(request), plates),
}
