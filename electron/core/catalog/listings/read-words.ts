/** The words in which listings speak of media types and scenes, brought to the service's own where they clearly mean the same. */
import { SCENES } from '#contract/rules/media.ts'
import { wordsOf } from '../../text/words.ts'

/** What a word says about what a model makes. */
const MEDIA_WORDS: Readonly<Record<string, string>> = {
  image: 'image',
  video: 'video',
  animation: 'video',
  music: 'music',
  song: 'music',
  character: 'character',
  audio: 'audio',
  sound: 'audio',
  speech: 'speech',
  tts: 'speech',
  voice: 'speech',
  text: 'text',
  chat: 'text',
  llm: 'text',
  language: 'text',
  completion: 'text',
  '3d': '3d',
  mesh: '3d',
}
/** Words around a media word that do not change what it says. */
const FILLERS = new Set(
  `model generation generator generate generative gen creation output type task media api ai asset visual processing
  edit editing available all list synthesis production instruct instruction`.split(/\s+/u),
)
/** Names of model families whose one purpose is widely known; a last resort, and never against what a listing says. */
const FAMILIES: Readonly<Record<string, string>> = {
  dall: 'image',
  imagen: 'image',
  flux: 'image',
  diffusion: 'image',
  sdxl: 'image',
  midjourney: 'image',
  seedream: 'image',
  ideogram: 'image',
  recraft: 'image',
  sora: 'video',
  veo: 'video',
  kling: 'video',
  hailuo: 'video',
  seedance: 'video',
  suno: 'music',
  udio: 'music',
  lyria: 'music',
}
const SHORT_SCENES: Readonly<Record<string, string>> = {
  t: 'text',
  txt: 'text',
  i: 'image',
  img: 'image',
  v: 'video',
  s: 'speech',
  m: 'music',
}
const SCENE =
  /(?:^|[^a-z])(text|txt|t|images?|img|i|videos?|v|audio|speech|reference|frames?)[ _-]?(?:to|2)[ _-]?(text|txt|images?|img|i|videos?|v|audio|speech|music|song|3d|m|s)(?![a-z])/iu
export const KNOWN_SCENES: ReadonlySet<string> = new Set(SCENES)
/** In characters: a text that names a scene or a media type, and one that has a scene in it, as an id may. */
const MAX_PHRASE = 60
const MAX_WITH_SCENE = 200
const SAME_SCENE: Readonly<Record<string, string>> = {
  'text-to-song': 'text-to-music',
  'music generation': 'text-to-music',
  'image editing': 'image-to-image',
  'image edit': 'image-to-image',
  character: 'character-creation',
  'character generation': 'character-creation',
}

/** The media type that a word or phrase names ("image_generation", "Videos"), or null when it says more or something else. */
export function mediaTypeIn(text: string): string | null {
  if (text.length > MAX_PHRASE) return null
  const words = wordsOf(text)
  const all = words.filter((word) => Object.hasOwn(MEDIA_WORDS, word))
  // "audio_speech" is speech: the wider word adds nothing to a narrower one.
  const narrow = all.filter((word) => word !== 'audio')
  const named = narrow.length > 0 ? narrow : all
  const rest = words.filter((word) => !Object.hasOwn(MEDIA_WORDS, word) && !FILLERS.has(word))
  const [first] = named
  if (named.length !== 1 || rest.length > 0 || first === undefined) return null
  return MEDIA_WORDS[first] ?? null
}

/** A scene in one of its spellings ("textToImage", "t2v", "img2img"), or null when the text is no scene. */
export function sceneIn(text: string): string | null {
  if (text.length > MAX_WITH_SCENE) return null
  const spaced = text.replace(/([a-z])([A-Z])/gu, '$1-$2')
  const same =
    SAME_SCENE[
      spaced
        .toLowerCase()
        .replace(/[_\s-]+/gu, ' ')
        .trim()
    ]
  if (same !== undefined) return same
  if (spaced.toLowerCase() === 'character-creation') return 'character-creation'
  const found = SCENE.exec(spaced)
  if (!found) return null
  const [from, to] = [sideOf(found[1] ?? ''), sideOf(found[2] ?? '')]
  const scene = `${from}-to-${to}`
  return SAME_SCENE[scene] ?? scene
}

/** The whole text is a scene, not only a part of it. */
export function isScene(text: string): boolean {
  const scene = text.length > MAX_PHRASE ? null : sceneIn(text)
  return scene !== null && (text.length <= scene.length + 4 || KNOWN_SCENES.has(text))
}

/** What comes out of a scene. */
export function mediaTypeOfScene(scene: string): string | null {
  if (scene === 'character-creation') return 'character'
  const to = /-to-(\w+)$/u.exec(scene)?.[1]
  return to === undefined ? null : (MEDIA_WORDS[to] ?? null)
}

/** What an id alone says: a scene or a media word in it, or a family. Null is the usual answer. */
export function mediaTypeInId(id: string): string | null {
  const scene = sceneIn(id)
  if (scene !== null) return mediaTypeOfScene(scene)
  const words = wordsOf(id.replace(/[^\w-]+/gu, '-'))
  const named = words.filter(
    (word) => Object.hasOwn(MEDIA_WORDS, word) && word !== 'text' && word !== 'language' && word !== 'chat',
  )
  if (named.length > 0) return MEDIA_WORDS[named.includes('tts') ? 'tts' : (named.at(-1) ?? '')] ?? null
  const family = words.find((word) => Object.hasOwn(FAMILIES, word))
  return family === undefined ? null : (FAMILIES[family] ?? null)
}

function sideOf(word: string): string {
  const lower = word.toLowerCase()
  const long = Object.hasOwn(SHORT_SCENES, lower) ? SHORT_SCENES[lower] : undefined
  return long ?? lower.replace(/s$/u, '')
}
