/** The sample works that a new gallery begins with: what to ask the local service for, in the order they are made. */
import type { JsonObject } from '#contract/json.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'

export interface SampleWork {
  /** The name of its file, and what a later work names it by. */
  readonly name: string
  readonly title: string
  readonly mediaType: MediaType
  readonly scene: Scene
  readonly model: string
  readonly prompt: string
  readonly options: JsonObject
  /** The sample that it starts from, and the option that takes it. */
  readonly from?: { readonly name: string; readonly option: string }
}

export const SAMPLE_WORKS: readonly SampleWork[] = [
  {
    name: '01-calm-sea',
    title: 'Calm sea at dawn',
    mediaType: 'image',
    scene: 'text-to-image',
    model: 'flow-field',
    prompt: 'teal and gold ribbons, calm sea at dawn',
    options: { aspect_ratio: '1:1', seed: 3, output_format: 'jpeg' },
  },
  {
    name: '02-fox-in-snow',
    title: 'Fox in snow',
    mediaType: 'image',
    scene: 'text-to-image',
    model: 'painted-landscape',
    prompt: 'a red fox in snow under pine trees, winter dusk',
    options: { aspect_ratio: '4:3', seed: 7, output_format: 'jpeg' },
  },
  {
    name: '03-three-boats',
    title: 'Three boats',
    mediaType: 'image',
    scene: 'text-to-image',
    model: 'geometric-poster',
    prompt: 'a mountain and a red sun, travel poster, three boats',
    options: { aspect_ratio: '3:4', seed: 5, output_format: 'jpeg' },
  },
  {
    name: '04-misty-mountains',
    title: 'Misty mountains',
    mediaType: 'image',
    scene: 'text-to-image',
    model: 'ink-wash',
    prompt: 'misty mountains with pines and a crane',
    options: { aspect_ratio: '3:2', seed: 4, output_format: 'jpeg' },
  },
  {
    name: '05-harbour-moon',
    title: 'Moon over the harbour',
    mediaType: 'image',
    scene: 'text-to-image',
    model: 'city-night',
    prompt: 'warm amber city at blue hour, clear sky, moon',
    options: { aspect_ratio: '16:9', seed: 14, output_format: 'jpeg' },
  },
  {
    name: '06-fox-in-print',
    title: 'Fox in print',
    mediaType: 'image',
    scene: 'image-to-image',
    model: 'geometric-poster',
    prompt: 'poster in deep blue and orange',
    options: { seed: 2, strength: 0.6, output_format: 'jpeg' },
    from: { name: '02-fox-in-snow', option: 'image_input' },
  },
  {
    name: '07-lighthouse-keeper',
    title: 'The lighthouse keeper',
    mediaType: 'character',
    scene: 'character-creation',
    model: 'storybook-cast',
    prompt: 'a cheerful lighthouse keeper with a red beard, a yellow raincoat and round glasses',
    options: { seed: 21 },
  },
  {
    name: '08-lake-at-sunset',
    title: 'Lake at sunset',
    mediaType: 'video',
    scene: 'text-to-video',
    model: 'drifting-landscape',
    prompt: 'a mountain lake at sunset, pine trees, slow pan',
    options: { seed: 6, duration: 4, resolution: '480p' },
  },
  {
    name: '09-snowfall',
    title: 'Snowfall',
    mediaType: 'video',
    scene: 'image-to-video',
    model: 'living-picture',
    prompt: 'snow falls softly, the camera moves in',
    options: { seed: 6, duration: 4, resolution: '480p' },
    from: { name: '02-fox-in-snow', option: 'image_input' },
  },
  {
    name: '10-lake-in-ink',
    title: 'Lake in ink',
    mediaType: 'video',
    scene: 'video-to-video',
    model: 'restyled-film',
    prompt: 'an ink painting of a lake',
    options: { style: 'ink', seed: 4 },
    from: { name: '08-lake-at-sunset', option: 'video_input' },
  },
  {
    name: '11-hopeful-morning',
    title: 'A hopeful morning',
    mediaType: 'music',
    scene: 'text-to-music',
    model: 'small-ensemble',
    prompt: 'a calm hopeful morning, folk',
    options: { seed: 6, duration: 24 },
  },
  {
    name: '12-night-drive',
    title: 'Night drive',
    mediaType: 'music',
    scene: 'text-to-music',
    model: 'night-drive',
    prompt: 'night drive, synthwave, energetic',
    options: { seed: 6, duration: 24 },
  },
]
