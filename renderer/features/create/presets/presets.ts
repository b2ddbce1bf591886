/** Presets: what a form holds besides its inputs, kept under a name. */
import type { Preset } from '#contract/prompts.ts'
import { isMediaType, isScene, type MediaType } from '#contract/rules/media.ts'
import type { UiStateKind } from '../../../bridge/stores/ui-state.ts'
import { scenesOf } from '../../../ui/scenes.ts'
import type { Draft } from '../draft.ts'
import { isObject } from '#contract/rules/json-values.ts'
import { formatOptions, parseOptions } from '../options/options-text.ts'
import type { Json } from '#contract/json.ts'
import { compareNames } from '../../../locales/compare-names.ts'

/** A preset is a page of text: bytes of a file beyond this are something else. */
const MAX_PRESET_BYTES = 1_000_000

export const PRESETS: UiStateKind<Preset> = {
  prefix: 'preset/',
  read(value) {
    const read = readPreset(value)
    return 'preset' in read ? read.preset : null
  },
  write: (preset) => JSON.parse(JSON.stringify(preset)) as Json,
  compare: (one, other) => compareNames(one.mediaType, other.mediaType) || compareNames(one.name, other.name),
}

/** Null while the options are no JSON object. */
export function presetOf(
  name: string,
  mediaType: MediaType,
  { model, scene, prompt, optionsText }: Draft,
  withPrompt: boolean,
): Preset | null {
  const options = parseOptions(optionsText)
  if (!options.ok) return null
  return {
    name,
    mediaType,
    ...(scene !== null && scenesOf(mediaType).includes(scene) ? { scene } : {}),
    ...(model === null ? {} : { provider: model.provider, model: model.id }),
    ...(withPrompt && prompt.trim() !== '' ? { prompt } : {}),
    options: options.value,
  }
}

/** What of a draft a preset changes. Without a model or a prompt of its own it leaves those that are there. */
export function draftFrom({
  scene,
  provider,
  model,
  prompt,
  options,
}: Preset): Partial<Omit<Draft, 'inputs'>> {
  return {
    scene: scene ?? null,
    optionsText: formatOptions(options),
    ...(model === undefined ? {} : { model: { provider: provider ?? '', id: model, isTyped: true } }),
    ...(prompt === undefined ? {} : { prompt }),
  }
}

/** What is wrong with a file, and where: `field` is empty for the whole. */
export interface PresetProblem {
  readonly kind:
    | 'tooLarge'
    | 'unreadable'
    | 'notJson'
    | 'notObject'
    | 'missing'
    | 'wrong'
    | 'unknown'
    | 'tooLong'
  readonly field: string
}

export type ReadPreset = { readonly preset: Preset } | { readonly problem: PresetProblem }

/** The texts, with the characters that the contract takes at most. */
const LIMITS = { name: 200, provider: 200, model: 300, prompt: 100_000 } as const
export const MAX_PRESET_NAME = LIMITS.name
const FIELDS: readonly string[] = [...Object.keys(LIMITS), 'mediaType', 'scene', 'options']

export async function readPresetFile(file: Pick<File, 'size' | 'text'>): Promise<ReadPreset> {
  if (file.size > MAX_PRESET_BYTES) return problem('tooLarge')
  // It may have been moved since it was chosen.
  const text = await file.text().catch(() => null)
  if (text === null) return problem('unreadable')
  try {
    return readPreset(JSON.parse(text))
  } catch {
    return problem('notJson')
  }
}

export function readPreset(value: unknown): ReadPreset {
  if (!isObject(value)) return problem('notObject')
  for (const field of ['name', 'mediaType', 'options'])
    if (value[field] === undefined) return problem('missing', field)
  for (const [field, limit] of Object.entries(LIMITS)) {
    const text = value[field]
    if (text === undefined) continue
    if (typeof text !== 'string') return problem('wrong', field)
    if (text.trim().length > limit) return problem('tooLong', field)
  }
  const { mediaType, scene, options, ...texts } = value
  const name = typeof texts['name'] === 'string' ? texts['name'].trim() : ''
  if (name === '') return problem('wrong', 'name')
  if (!isObject(options)) return problem('wrong', 'options')
  if (!isMediaType(mediaType)) return problem('wrong', 'mediaType')
  if (scene !== undefined && !isScene(scene)) return problem('wrong', 'scene')
  const unknown = Object.keys(value).find((key) => !FIELDS.includes(key))
  if (unknown !== undefined) return problem('unknown', unknown)
  return { preset: { ...texts, name, mediaType, ...(scene === undefined ? {} : { scene }), options } }
}

/** The bytes of the file that `readPresetFile` takes. */
export function writePresetFile(preset: Preset): string {
  return `${JSON.stringify(preset, null, 2)}\n`
}

function problem(kind: PresetProblem['kind'], field = ''): ReadPreset {
  return { problem: { kind, field } }
}

/** null where the file holds something else, such as a recipe. */
export async function readDroppedPreset(file: File): Promise<Preset | null> {
  if (!/\.json$/i.test(file.name)) return null
  const read = await readPresetFile(file)
  return 'preset' in read ? read.preset : null
}
