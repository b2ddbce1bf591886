/**
 * Programs that run ComfyUI's graphs and write what was asked for beside them: Stability Matrix and Tensor.Art.
 *
 * Sources: LykosAI/StabilityMatrix, StabilityMatrix.Core/Models/GenerationParameters.cs; `generation_data` of files from tensor.art.
 */
import type { Recipe } from '#contract/exchange.ts'
import type { JsonObject } from '#contract/json.ts'
import { isObject } from '../clean-json.ts'
import { type Carried, firstOf, inner, objectIn, othersIn, recipeFrom, type Said } from './carried.ts'
import { readGraphs } from './comfyui/read-graph.ts'

export function readGraphSites({ texts }: Carried): Recipe | null {
  const matrix = objectIn(texts['parameters-json'])
  if (matrix && 'PositivePrompt' in matrix)
    return withGraph(texts.prompt, 'stability-matrix', matrixSays(matrix))
  const art = objectIn(texts.generation_data?.split('\0', 1)[0])
  return art && withGraph(texts.prompt, 'tensor-art', artSays(art))
}

/** The graph knows the size before it was enlarged. */
function withGraph(
  graph: string | undefined,
  source: 'stability-matrix' | 'tensor-art',
  said: Said,
): Recipe | null {
  const recipe = recipeFrom(source, said)
  const drawn = readGraphs(graph, undefined)
  if (!recipe || !drawn) return recipe ?? drawn
  const { width, height } = drawn.options
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  return { ...drawn, ...recipe, options: { ...drawn.options, ...recipe.options, ...size } }
}

function matrixSays(own: JsonObject): Said {
  return {
    prompt: own['PositivePrompt'],
    negative: own['NegativePrompt'],
    model: own['ModelName'],
    seed: own['Seed'],
    width: own['Width'],
    height: own['Height'],
    steps: own['Steps'],
    guidance: own['CfgScale'],
    sampler: own['Sampler'],
  }
}

function artSays(own: JsonObject): Said {
  const models = (Array.isArray(own['models']) ? (own['models'] as readonly unknown[]) : []).filter(isObject)
  const base = inner(own, 'baseModel') ?? models.find(({ type }) => type === 'BASE_MODEL') ?? null
  return {
    prompt: own['prompt'],
    negative: own['negativePrompt'],
    model: firstOf(base, ['modelFileName', 'label', 'name']),
    seed: own['seed'],
    width: own['width'],
    height: own['height'],
    steps: own['steps'],
    guidance: own['cfgScale'],
    sampler: firstOf(own, ['samplerName', 'ksamplerName', 'sampler']),
    scheduler: own['schedule'],
    others: othersIn(own, [
      'models',
      'prompt',
      'negativePrompt',
      'seed',
      'width',
      'height',
      'steps',
      'cfgScale',
      'samplerName',
      'ksamplerName',
      'sampler',
      'schedule',
    ]),
  }
}
