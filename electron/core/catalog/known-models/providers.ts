/**
 * How providers take reference media, whatever the model: under which keys, in which form, and whether a data URI is taken.
 *
 * "Refused" is said where the provider's own pages say so; where nothing is confirmed, nothing is said.
 */
import type { InputForm } from '#contract/inputs.ts'
import { audio, image, video, type KnownInput, type Source } from './known-model.ts'

export interface KnownProvider {
  /** Under which media are usually taken, in the order to try them; none where every model has its own. */
  readonly inputs: readonly KnownInput[]
  /** The form that is safe. */
  readonly form?: InputForm
  readonly refusesDataUris: boolean
  readonly sources: readonly Source[]
}

/** By the name that `providerName` makes of a provider. */
const PROVIDERS: Readonly<Record<string, KnownProvider>> = {
  kie: {
    inputs: [
      image('image_input[]'),
      image('image_urls[]'),
      image('image_url'),
      image('input_urls[]'),
      image('first_frame_url'),
      image('last_frame_url'),
      image('mask_url'),
    ],
    form: 'url',
    refusesDataUris: true,
    sources: ['K', 'S'],
  },
  fal: {
    inputs: [
      image('image_url'),
      image('image_urls[]'),
      image('mask_url'),
      image('first_frame_url'),
      image('last_frame_url'),
      video('video_url'),
      audio('audio_url'),
    ],
    form: 'dataUri',
    refusesDataUris: false,
    sources: ['F', 'V'],
  },
  replicate: {
    inputs: [
      image('image'),
      image('input_image'),
      image('input_images[]'),
      image('image_input[]'),
      image('mask'),
      image('reference_images[]'),
      image('input_reference'),
      image('last_frame'),
    ],
    form: 'dataUri',
    refusesDataUris: false,
    sources: ['V', 'S'],
  },
  gemini: { inputs: [image('image_input[]')], refusesDataUris: false, sources: ['S'] },
  runway: { inputs: [image('promptImage')], form: 'dataUri', refusesDataUris: false, sources: ['C'] },
  luma: { inputs: [], form: 'url', refusesDataUris: true, sources: ['C', 'V'] },
  kling: {
    inputs: [image('image'), image('image_tail')],
    form: 'base64',
    refusesDataUris: true,
    sources: ['C', 'V'],
  },
  minimax: { inputs: [image('first_frame_image')], form: 'dataUri', refusesDataUris: false, sources: ['C'] },
  vidu: { inputs: [image('images[]')], form: 'dataUri', refusesDataUris: false, sources: ['C'] },
  bfl: {
    inputs: [image('input_image'), image('mask')],
    form: 'base64',
    refusesDataUris: true,
    sources: ['V'],
  },
  reve: {
    inputs: [image('reference_image'), image('reference_images[]')],
    form: 'base64',
    refusesDataUris: true,
    sources: ['C'],
  },
  dashscope: {
    inputs: [image('img_url'), image('images[]'), video('reference_video_urls[]'), audio('audio_url')],
    form: 'url',
    refusesDataUris: false,
    sources: ['C'],
  },
  ppio: {
    inputs: [image('images[]'), image('image'), image('image_urls[]')],
    form: 'dataUri',
    refusesDataUris: false,
    sources: ['P'],
  },
}

/** Other names of the same. */
const ALIASES: Readonly<Record<string, string>> = {
  kieai: 'kie',
  falai: 'fal',
  google: 'gemini',
  googlegemini: 'gemini',
  runwayml: 'runway',
  lumaai: 'luma',
  lumalabs: 'luma',
  klingai: 'kling',
  kuaishou: 'kling',
  hailuo: 'minimax',
  blackforestlabs: 'bfl',
  wan: 'dashscope',
  alibaba: 'dashscope',
  aliyun: 'dashscope',
}

/** How the tables write a provider, whatever its case and marks: `Kie.ai` is `kie`. */
export function providerName(provider: string): string {
  const plain = provider.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return Object.hasOwn(ALIASES, plain) ? (ALIASES[plain] ?? plain) : plain
}

export function knownProvider(provider: string): KnownProvider | null {
  const name = providerName(provider)
  return Object.hasOwn(PROVIDERS, name) ? (PROVIDERS[name] ?? null) : null
}
