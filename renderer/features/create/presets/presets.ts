/** Presets: what a form holds besides its inputs, kept under a name. */
import type { Preset } from '#contract/prompts.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { UiStateKind } from '../../../bridge/stores/ui-state.ts'
import { MEDIA, scenesOf } from '../../../ui/scenes.ts'
import type { Draft } from '../draft.ts'
import { formatOptions, parseOptions } from '../options/options-text.ts'
import type { Json, JsonObject } from '#contract/json.ts'

/** Characters, as the contract bounds them. */
export const LONGEST_PRESET_NAME = 200

export const PRESETS: UiStateKind<Preset> = {
  prefix: 'preset/',
  read(value) {
    const read = readPreset(value)
    return 'preset' in read ? read.preset : null
  },
  write: presetAsJson,
  compare: (one, other) => one.mediaType.localeCompare(other.mediaType) || one.name.localeCompare(other.name),
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
  readonly kind: 'notJson' | 'notObject' | 'missing' | 'wrong' | 'unknown' | 'tooLong'
  readonly field: string
}

export type ReadPreset = { readonly preset: Preset } | { readonly problem: PresetProblem }

/** Characters at most, per field. */
const LIMITS = { name: 200, provider: 200, model: 300, prompt: 100_000 } as const
const FIELDS = ['name', 'mediaType', 'scene', 'provider', 'model', 'prompt', 'options'] as const

export function readPresetFile(text: string): ReadPreset {
  try {
    return readPreset(JSON.parse(text))
  } catch {
    return { problem: { kind: 'notJson', field: '' } }
  }
}

export function readPreset(value: unknown): ReadPreset {
  if (!isObject(value)) return { problem: { kind: 'notObject', field: '' } }
  const { name, mediaType, scene, provider, model, prompt, options } = value
  const problem =
    problemOfName(name) ??
    (mediaType === undefined ? missing('mediaType') : null) ??
    problemOfText('provider', provider) ??
    problemOfText('model', model) ??
    problemOfText('prompt', prompt) ??
    (options === undefined ? missing('options') : null) ??
    (isObject(options) ? null : wrong('options'))
  if (problem !== null) return { problem }
  const known = MEDIA.find((one) => one === mediaType)
  if (known === undefined) return { problem: wrong('mediaType') }
  const chosen = MEDIA.flatMap(scenesOf).find((one) => one === scene)
  if (scene !== undefined && chosen === undefined) return { problem: wrong('scene') }
  const unknown = Object.keys(value).find((key) => !FIELDS.some((field) => field === key))
  if (unknown !== undefined) return { problem: { kind: 'unknown', field: unknown } }
  return {
    preset: {
      name: (name as string).trim(),
      mediaType: known,
      ...(chosen === undefined ? {} : { scene: chosen }),
      ...(provider === undefined ? {} : { provider: provider as string }),
      ...(model === undefined ? {} : { model: model as string }),
      ...(prompt === undefined ? {} : { prompt: prompt as string }),
      options: options as JsonObject,
    },
  }
}

/** The bytes of the file that `readPresetFile` takes. */
export function writePresetFile(preset: Preset): string {
  return `${JSON.stringify(preset, null, 2)}\n`
}

/** A name for the file that every system takes. */
export function presetFileName({ name }: Preset): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  return `${plain.slice(0, 80) || 'preset'}.preset.json`
}

function presetAsJson(preset: Preset): Json {
  return JSON.parse(JSON.stringify(preset)) as Json
}

function problemOfName(name: unknown): PresetProblem | null {
  if (name === undefined) return missing('name')
  if (typeof name !== 'string' || name.trim() === '') return wrong('name')
  return name.trim().length > LIMITS.name ? { kind: 'tooLong', field: 'name' } : null
}

function problemOfText(field: keyof typeof LIMITS, value: unknown): PresetProblem | null {
  if (value === undefined) return null
  if (typeof value !== 'string') return wrong(field)
  return value.length > LIMITS[field] ? { kind: 'tooLong', field } : null
}

function missing(field: string): PresetProblem {
  return { kind: 'missing', field }
}

function wrong(field: string): PresetProblem {
  return { kind: 'wrong', field }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const PRESET_FILE = /\.json$/i
/** A preset is a page of text: bytes beyond this are something else. */
const LARGEST_FILE_BYTES = 1_000_000

/** null where the file holds something else, such as a recipe. */
export async function readDroppedPreset(file: File): Promise<Preset | null> {
  if (!PRESET_FILE.test(file.name) || file.size > LARGEST_FILE_BYTES) return null
  const read = readPresetFile(await file.text())
  return 'preset' in read ? read.preset : null
}
