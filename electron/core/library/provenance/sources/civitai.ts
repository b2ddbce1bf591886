/**
 * Civitai: what its generator puts into a file, and the JSON of its API beside one.
 *
 * Sources: github.com/civitai/civitai, wiki "REST API Reference" (`GET /api/v1/images`), src/utils/metadata.
 */
import type { Recipe } from '#contract/exchange.ts'
import type { JsonObject } from '#contract/json.ts'
import { isObject } from '../clean-json.ts'
import { type Carried, firstOf, inner, objectIn, othersIn, recipeFrom, sizeFrom } from './carried.ts'
import { readGraphs } from './comfyui/read-graph.ts'

const TAKEN = [
  'prompt',
  'negativePrompt',
  'seed',
  'Model',
  'Size',
  'steps',
  'cfgScale',
  'sampler',
  'width',
  'height',
  'resources',
  'hashes',
  'civitaiResources',
  'baseModel',
  'comfy',
]

export function readCivitai({ texts, beside }: Carried): Recipe | null {
  return readGenerator(objectIn(texts.usercomment)) ?? readApi(objectIn(beside['.json']))
}

/** A graph, and beside it what was asked for. */
function readGenerator(own: JsonObject | null): Recipe | null {
  const said =
    own && typeof own['extraMetadata'] === 'string'
      ? objectIn(own['extraMetadata'])
      : inner(own, 'extraMetadata')
  if (!own || !said) return null
  const graph = readGraphs(own, undefined)
  const asked = readMeta(said)
  if (!graph) return asked
  return {
    ...graph,
    source: 'civitai',
    ...(asked?.prompt !== undefined && { prompt: asked.prompt }),
    ...(graph.model === undefined && asked?.model !== undefined && { model: asked.model }),
    options: { ...graph.options, ...asked?.options },
  }
}

function readApi(own: JsonObject | null): Recipe | null {
  const meta = inner(own, 'meta')
  if (meta && ('postId' in (own ?? {}) || 'hash' in (own ?? {}) || 'prompt' in meta)) return readMeta(meta)
  return own && ('cfgScale' in own || 'resources' in own || 'civitaiResources' in own) ? readMeta(own) : null
}

function readMeta(meta: JsonObject): Recipe | null {
  return recipeFrom('civitai', {
    prompt: meta['prompt'],
    negative: meta['negativePrompt'],
    model: meta['Model'] ?? modelOf(meta['resources']) ?? meta['baseModel'],
    seed: meta['seed'],
    steps: meta['steps'],
    guidance: meta['cfgScale'],
    sampler: meta['sampler'],
    width: meta['width'],
    height: meta['height'],
    ...sizeFrom(meta['Size']),
    others: othersIn(meta, TAKEN),
  })
}

function modelOf(resources: unknown): unknown {
  const list = (Array.isArray(resources) ? (resources as readonly unknown[]) : []).filter(isObject)
  const checkpoint = list.find(({ type }) => type === 'model' || type === 'checkpoint')
  return checkpoint && firstOf(checkpoint, ['name', 'modelName'])
}
