/**
 * The film of a painted landscape.
 */
import type { Production } from '../stage.ts'
import { listRecipes } from './paint-plates.ts'
import { openLandscape } from './stage.ts'
import { surveyLandscape } from './survey.ts'

export const landscapeProduction: Production = {
  countParts: (request) => listRecipes(surveyLandscape(request)).length,
  paintPart(request, part) {
    const survey = surveyLandscape(request)
    const recipe = listRecipes(survey)[part]
    if (recipe === undefined) throw new Error(`A landscape has no part ${part}.`)
    return recipe(survey)
  },
  openStage: (request, plates) => openLandscape(surveyLandscape(request), plates),
}
