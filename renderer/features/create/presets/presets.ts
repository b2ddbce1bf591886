/** Presets: what a form holds besides its inputs, kept under a name. */
import type { Preset } from '#contract/prompts.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { KeptKind } from '../../../bridge/stores/kept.ts'
import { scenesOf } from '../../../ui/scenes.ts'
import type { Draft } from '../draft.ts'
import { formatOptions, parseOptions } from '../options/options-text.ts'
import { presetAsJson, readPreset } from './preset-file.ts'

/** Characters, as the contract bounds them. */
export const LONGEST_PRESET_NAME = 200

export const PRESETS: KeptKind<Preset> = {
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
