/** Video models of Kie.ai. */
import {
  audio,
  flag,
  image,
  noted,
  numbers,
  share,
  text,
  video,
  whole,
  words,
  type KnownModel,
} from './known-model.ts'

const VIDEO = { provider: 'kie', mediaType: 'video', sources: ['K'] } as const

const SOUND_AND_LENGTH = { sound: flag, duration: words('5 10') }
const KLING_2_5 = {
  duration: words('5 10'),
  aspect_ratio: words('16:9 9:16 1:1'),
  cfg_scale: share(0, 1, 0.1),
  negative_prompt: text,
}
const KLING_3 = {
  duration: words('3 4 5 6 7 8 9 10 11 12 13 14 15'),
  resolution: words('720p 1080p'),
}
const SEEDANCE_2_INPUTS = [
  image('first_frame_url', 1),
  image('last_frame_url', 1),
  image('reference_image_urls[]', 9),
  video('reference_video_urls[]', 3),
  audio('reference_audio_urls[]', 3),
]
const SEEDANCE_2 = {
  aspect_ratio: words('1:1 4:3 3:4 16:9 9:16 21:9 adaptive'),
  duration: whole(4, 15),
  generate_audio: flag,
  return_last_frame: flag,
  web_search: flag,
}
const HD = words('720p 1080p')
const AVATAR_INPUTS = [image('image_url', 1, 'required'), audio('audio_url', 1, 'required')]

export const KIE_VIDEOS: readonly KnownModel[] = [
  {
    ...VIDEO,
    ids: ['veo3', 'veo3_fast', 'veo3_lite'],
    inputs: [image('imageUrls[]', 2)],
    options: {
      generationType: words('TEXT_2_VIDEO FIRST_AND_LAST_FRAMES_2_VIDEO REFERENCE_2_VIDEO'),
      aspectRatio: words('16:9 9:16 Auto'),
      resolution: words('720p 1080p 4k'),
      duration: numbers(4, 6, 8),
      watermark: text,
    },
  },
  {
    ...VIDEO,
    ids: ['kling-2.6/text-to-video'],
    options: { ...SOUND_AND_LENGTH, aspect_ratio: words('1:1 16:9 9:16') },
    required: ['sound', 'duration', 'aspect_ratio'],
  },
  {
    ...VIDEO,
    ids: ['kling-2.6/image-to-video'],
    inputs: [image('image_urls[]', 1, 'required')],
    options: SOUND_AND_LENGTH,
    required: ['sound', 'duration'],
  },
  { ...VIDEO, ids: ['kling/v2-5-turbo-text-to-video-pro'], options: KLING_2_5 },
  {
    ...VIDEO,
    ids: ['kling/v2-5-turbo-*-pro'],
    inputs: [image('image_url', 1, 'required'), image('tail_image_url', 1)],
    options: KLING_2_5,
  },
  {
    ...VIDEO,
    ids: ['kling/v3-turbo-text-to-video'],
    options: { ...KLING_3, aspect_ratio: words('1:1 9:16 16:9') },
    required: ['duration', 'resolution', 'aspect_ratio'],
  },
  {
    ...VIDEO,
    ids: ['kling/v3-turbo-*'],
    inputs: [image('image_urls[]', undefined, 'required')],
    options: KLING_3,
    required: ['duration', 'resolution'],
  },
  {
    ...VIDEO,
    ids: ['bytedance/seedance-2'],
    inputs: SEEDANCE_2_INPUTS,
    options: { ...SEEDANCE_2, resolution: words('480p 720p 1080p 4k') },
  },
  {
    ...VIDEO,
    ids: ['bytedance/seedance-2-fast'],
    inputs: SEEDANCE_2_INPUTS,
    options: { ...SEEDANCE_2, resolution: words('480p 720p') },
  },
  {
    ...VIDEO,
    ids: ['bytedance/seedance-1.5-pro'],
    inputs: [image('input_urls[]', 2)],
    options: {
      aspect_ratio: words('1:1 4:3 3:4 16:9 9:16 21:9'),
      resolution: words('480p 720p 1080p'),
      duration: whole(4, 12),
      fixed_lens: flag,
      generate_audio: flag,
    },
    required: ['aspect_ratio', 'duration'],
  },
  {
    ...VIDEO,
    ids: ['wan/2-6-text-to-video'],
    options: { duration: words('5 10 15'), resolution: HD },
  },
  {
    ...VIDEO,
    ids: ['wan/2-6-*'],
    inputs: [image('image_urls[]', 1, 'required')],
    options: { duration: words('5 10 15'), resolution: HD },
  },
  {
    ...VIDEO,
    ids: ['wan/2-5-text-to-video'],
    options: { duration: words('5 10'), resolution: HD, negative_prompt: text, seed: whole() },
  },
  {
    ...VIDEO,
    ids: ['wan/2-5-*'],
    inputs: [image('image_url', 1, 'required')],
    options: { duration: words('5 10'), resolution: HD, negative_prompt: text, seed: whole() },
  },
  {
    ...VIDEO,
    ids: ['wan/2-7-image-to-video'],
    inputs: [
      image('first_frame_url', 1),
      image('last_frame_url', 1),
      video('first_clip_url', 1),
      audio('driving_audio_url', 1),
    ],
    options: {
      resolution: HD,
      duration: whole(2, 15),
      prompt_extend: flag,
      watermark: flag,
      seed: whole(0, 2_147_483_647),
    },
  },
  {
    ...VIDEO,
    ids: ['hailuo/2-3-image-to-video-pro'],
    inputs: [image('image_url', 1, 'required')],
    options: {
      duration: words('6 10'),
      resolution: noted(words('768P 1080P'), '1080P takes no 10 seconds.'),
    },
  },
  {
    ...VIDEO,
    ids: ['grok-imagine/image-to-video'],
    inputs: [image('image_urls[]', 7)],
    options: {
      task_id: noted(text, 'In place of images: an earlier task, with `index`.'),
      index: whole(0, 5),
      mode: noted(words('fun normal spicy'), 'No spicy with images from elsewhere.'),
      duration: whole(6, 30),
      resolution: words('480p 720p'),
      aspect_ratio: words('2:3 3:2 1:1 16:9 9:16'),
    },
  },
  {
    ...VIDEO,
    ids: ['runway', 'runway-*'],
    inputs: [image('imageUrl', 1)],
    options: {
      duration: numbers(5, 10),
      quality: noted(words('720p 1080p'), '1080p takes no 10 seconds.'),
      aspectRatio: words('16:9 4:3 1:1 3:4 9:16'),
    },
  },
  { ...VIDEO, ids: ['kling/ai-avatar-*'], inputs: AVATAR_INPUTS, options: {} },
  {
    ...VIDEO,
    ids: ['infinitalk/from-audio'],
    inputs: AVATAR_INPUTS,
    options: { resolution: words('480p 720p') },
  },
  {
    ...VIDEO,
    ids: ['omnihuman-1-5'],
    inputs: [...AVATAR_INPUTS, image('mask_url[]', 5)],
    options: { output_resolution: words('720 1080') },
  },
]
