/** What a task, an asset or a file offers, as the form takes it. */
import type { Recipe as FileRecipe } from '#contract/exchange.ts'
import type { Asset } from '#contract/library.ts'
import type { RequestProvenance } from '#contract/tasks.ts'
import { IMPORTED } from '#contract/rules/imported.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import type { Draft } from '../draft.ts'
import type { Recipe } from '../fill-form.ts'
import { valuesOf } from '../prompt/plan-prompts.ts'
import { parseTemplate, plainPrompt } from '../prompt/template.ts'

/** What was asked for, as a task keeps it. */
export type PastRequest = Recipe & { readonly provenance?: RequestProvenance | undefined }

/** `recipe` for `fillFrom`, and the values of the variables in its prompt. */
export interface FormContent {
  readonly recipe: Recipe
  readonly variables: Draft['variables']
}

/** The request word for word: its prompt is no template, whatever signs are in it. */
export function verbatim(request: PastRequest): FormContent {
  const { prompt, ...rest } = request
  return {
    recipe: { ...rest, ...(prompt === undefined ? {} : { prompt: plainPrompt(prompt) }) },
    variables: {},
  }
}

/**
 * The request as it was written: its template with the values of the variables. Where a value is not known the template could
 * not be sent, and the words that were sent stand for it.
 */
export function asTemplate(request: PastRequest): FormContent {
  const { template, variables = {}, cell = [] } = request.provenance ?? {}
  if (template === undefined) return verbatim(request)
  const known = { ...Object.fromEntries(cell.map(({ axis, value }) => [axis, value])), ...variables }
  const names = parseTemplate(template).variables
  if (names.some((name) => valuesOf(known, name).length === 0)) return verbatim(request)
  const used = Object.entries(known).filter(([name]) => names.includes(name))
  return { recipe: { ...withoutCast(request), prompt: template }, variables: Object.fromEntries(used) }
}

/** What the user gave: the cast adds its inputs and its voice again. */
function withoutCast(request: PastRequest): PastRequest {
  const { scene, inputs = [], options = {}, provenance: { cast = [] } = {} } = request
  const ids = new Set(cast.flatMap(({ inputIds }) => inputIds))
  const voices = new Set(cast.map(({ voiceOption }) => voiceOption))
  if (ids.size === 0 && voices.size === 0) return request
  const own = inputs.filter(({ inputId }) => !ids.has(inputId))
  const plain = scene.replace(/^image-to-/, 'text-to-')
  return {
    ...request,
    scene: ids.size > 0 && own.length === 0 ? plain : scene,
    inputs: own,
    options: Object.fromEntries(Object.entries(options).filter(([key]) => !voices.has(key))),
  }
}

/** A task's request, or an asset. */
export type Source = { readonly request: PastRequest } | { readonly asset: Asset }

export async function requestOf(bridge: Bridge, source: Source): Promise<PastRequest> {
  if ('request' in source) return source.request
  const { asset } = source
  const response = asset.taskId === undefined ? null : await bridge.call('tasks.get', { id: asset.taskId })
  return response?.ok === true ? response.data.request : requestOfAsset(asset)
}

/** The same request again continues what the first one did; an asset is itself what is continued. */
export function originOf(source: Source, request: PastRequest): string | undefined {
  return 'asset' in source ? source.asset.id : request.provenance?.fromAssetId
}

/** What a library knows by itself, where the task is no longer there. */
function requestOfAsset(asset: Asset): PastRequest {
  const { provider, model, mediaType, scene, prompt, template, options, inputs } = asset
  return { provider, model, mediaType, scene, prompt, options, inputs, provenance: { template } }
}

/** Whether a service could be asked for this model. Other studios name models that no service knows. */
export function hasModel({ provider, model }: Pick<FileRecipe, 'provider' | 'model'>): boolean {
  return (model ?? '') !== '' && (provider ?? '') !== '' && provider !== IMPORTED
}

/** What a file says of itself; the media type of the form stands where it names none. */
export function fromFile({ template, ...file }: FileRecipe, mediaType: string): FormContent {
  const { prompt, options, inputs } = file
  const { provider = '', model = '', scene = '' } = file
  const request = { mediaType: file.mediaType ?? mediaType, provider, model, scene, prompt, options, inputs }
  return asTemplate({ ...request, provenance: { template } })
}
