/** Video models of fal, Replicate and Runway. */
import { flag, image, numbers, words, type KnownModel } from './known-model.ts'

const SORA_2 = {
  resolution: words('auto 720p'),
  aspect_ratio: words('auto 9:16 16:9'),
}

export const OTHER_VIDEOS: readonly KnownModel[] = [
  {
    provider: 'fal',
    mediaType: 'video',
    ids: ['fal-ai/veo3.1/first-last-frame-to-video'],
    inputs: [image('first_frame_url', 1, 'required'), image('last_frame_url', 1, 'required')],
    options: {
      duration: words('4s 6s 8s'),
      aspect_ratio: words('auto 9:16 16:9 1:1'),
      resolution: words('720p 1080p'),
      generate_audio: flag,
    },
    sources: ['F'],
  },
  {
    provider: 'fal',
    mediaType: 'video',
    ids: ['fal-ai/sora-2/image-to-video'],
    inputs: [image('image_url', 1, 'required')],
    options: { ...SORA_2, duration: numbers(4, 8, 12) },
    sources: ['F'],
  },
  {
    provider: 'replicate',
    mediaType: 'video',
    ids: ['openai/sora-2'],
    inputs: [image('input_reference', 1)],
    options: { ...SORA_2, seconds: numbers(4, 8, 12) },
    sources: ['S'],
  },
  {
    provider: 'fal',
    mediaType: 'video',
    ids: ['fal-ai/kling-video/o1/reference-to-video'],
    inputs: [image('image_urls[]')],
    options: {
      elements: { type: 'array', items: { type: 'object' } },
      duration: words('5 10'),
      aspect_ratio: words('16:9 9:16 1:1'),
    },
    sources: ['F'],
  },
  {
    provider: 'runway',
    mediaType: 'video',
    ids: ['gen4_turbo'],
    inputs: [image('promptImage', 1)],
    options: {
      duration: numbers(5, 10),
      ratio: words('1280:720 720:1280 1104:832 832:1104 960:960 1584:672'),
    },
    sources: ['C'],
  },
]
