/**
 * Draw Things: JSON as UserComment of its XMP packet.
 *
 * Sources: drawthings.ai; kcjerrell/dtm, a reader of it.
 */
import type { Recipe } from '#contract/exchange.ts'
import { propertyIn } from '../xmp-properties.ts'
import { type Carried, inner, objectIn, othersIn, recipeFrom, sizeFrom } from './carried.ts'

const TAKEN = ['c', 'uc', 'model', 'seed', 'size', 'steps', 'scale', 'sampler', 'strength', 'profile']

export function readDrawThings({ texts }: Carried): Recipe | null {
  const comment = texts.xmp ? propertyIn(texts.xmp, 'exif:UserComment') : null
  const own = objectIn(comment ?? texts.usercomment)
  if (!own || typeof own['c'] !== 'string' || !('model' in own || 'uc' in own)) return null
  const config = inner(own, 'v2')
  return recipeFrom('draw-things', {
    prompt: own['c'],
    negative: own['uc'],
    model: own['model'],
    seed: own['seed'],
    steps: own['steps'],
    guidance: own['scale'],
    sampler: own['sampler'],
    strength: own['strength'],
    width: config?.['width'],
    height: config?.['height'],
    ...sizeFrom(own['size']),
    others: othersIn(own, TAKEN),
  })
}
