/** Music and speech models of Kie.ai. */
import { flag, noted, share, text, words, type KnownModel } from './known-model.ts'

const SOUND = { provider: 'kie', mediaType: 'music', sources: ['K'] } as const

const VOICE = {
  voice: noted(text, 'The id of a voice.'),
  similarity_boost: share(0, 1),
  style: share(0, 1),
  speed: share(0.7, 1.2),
  timestamps: flag,
  language_code: text,
}

export const SOUND_MODELS: readonly KnownModel[] = [
  {
    ...SOUND,
    ids: ['V4', 'V4_5', 'V4_5PLUS', 'V4_5ALL', 'V5', 'V5_5'],
    options: {
      customMode: flag,
      instrumental: flag,
      style: noted(text, 'Needed with customMode.'),
      title: noted(text, 'Needed with customMode.'),
      lyrics: text,
      negativeTags: text,
      vocalGender: words('m f'),
      styleWeight: share(0, 1),
      weirdnessConstraint: share(0, 1),
      audioWeight: share(0, 1),
      personaId: text,
    },
    required: ['customMode', 'instrumental'],
    sources: ['K', 'S'],
  },
  {
    ...SOUND,
    ids: ['elevenlabs/text-to-speech-*'],
    options: { ...VOICE, stability: share(0, 1) },
    required: ['voice'],
  },
  {
    ...SOUND,
    ids: ['elevenlabs/text-to-dialogue-v3', 'text-to-dialogue-v3'],
    options: { ...VOICE, stability: { type: 'number', enum: [0, 0.5, 1] } },
    required: ['voice'],
  },
]
