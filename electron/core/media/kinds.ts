/** What kind of media a name, an extension, a MIME type or a task's media type speaks of. */

export type ResultKind = 'image' | 'video' | 'audio' | 'model3d' | 'text' | 'file'

/** Extensions by kind; the same words name formats in keys (`glb_url`) and in neighbours (`format: "glb"`). */
const EXTENSIONS: Readonly<Record<ResultKind, string>> = {
  image: 'png jpg jpeg jpe webp gif avif apng svg bmp tif tiff heic heif jxl exr hdr ico psd tga',
  video: 'mp4 m4v webm mov mkv avi mpg mpeg wmv flv ogv 3gp m3u8 mpd',
  audio: 'mp3 wav flac ogg oga opus m4a aac aif aiff wma amr mid midi weba pcm',
  model3d: 'glb gltf obj fbx usdz usd usdc usda stl ply dae blend 3mf mtl splat spz ksplat vrm abc step',
  text: 'txt md srt vtt ass ssa lrc json jsonl csv xml yaml yml log',
  file: 'zip tar gz 7z rar pdf safetensors ckpt pt pth onnx bin pkl ai eps lottie ttf otf npz',
}
const KIND_OF_EXTENSION = new Map<string, ResultKind>()
for (const kind of ['image', 'video', 'audio', 'model3d', 'text', 'file'] as const) {
  for (const extension of EXTENSIONS[kind].split(' ')) KIND_OF_EXTENSION.set(extension, kind)
}

/** Words that name a kind. `model` means a 3D model only in a 3D task: elsewhere it is the AI model. */
const KIND_WORDS: Readonly<Record<string, ResultKind>> = {
  image: 'image',
  illustration: 'image',
  portrait: 'image',
  poster: 'image',
  grid: 'image',
  vector: 'image',
  video: 'video',
  film: 'video',
  animation: 'video',
  footage: 'video',
  audio: 'audio',
  song: 'audio',
  track: 'audio',
  music: 'audio',
  sound: 'audio',
  voice: 'audio',
  speech: 'audio',
  vocal: 'audio',
  instrumental: 'audio',
  tts: 'audio',
  stem: 'audio',
  mesh: 'model3d',
  geometry: 'model3d',
  pointcloud: 'model3d',
  '3d': 'model3d',
  model3d: 'model3d',
  gaussian: 'model3d',
  text: 'text',
  lyric: 'text',
  transcript: 'text',
  transcription: 'text',
  subtitle: 'text',
}

export function kindOfExtension(extension: string): ResultKind | null {
  return KIND_OF_EXTENSION.get(extension.toLowerCase()) ?? null
}

export function isArchive(extension: string): boolean {
  return /^(?:zip|tar|gz|rar|7z)$/u.test(extension)
}

export function isFormat(word: string): boolean {
  return KIND_OF_EXTENSION.has(word) && word !== 'text' && word !== 'bin'
}

/** The kind that a MIME type stands for, or null where it says nothing (`application/octet-stream`). */
export function kindOfMime(mime: string): ResultKind | null {
  const [type = '', subtype = ''] = (mime.toLowerCase().split(';')[0] ?? '').trim().split('/')
  if (type === 'image' || type === 'video' || type === 'audio' || type === 'text') return type
  if (type === 'model') return 'model3d'
  if (/mpegurl|dash\+xml/u.test(subtype)) return 'video'
  if (/gltf|wavefront/u.test(subtype)) return 'model3d'
  return subtype === 'zip' || subtype === 'pdf' ? 'file' : null
}

/** The kind that the words of a key name: its last kind word or format, since that is what the others describe. */
export function kindOfWords(words: readonly string[], task: ResultKind | null): ResultKind | null {
  for (const word of words.toReversed()) {
    const named = Object.hasOwn(KIND_WORDS, word) ? KIND_WORDS[word] : undefined
    const kind = named ?? (isFormat(word) && word !== 'json' ? kindOfExtension(word) : null)
    if (kind) return kind
    if (word === 'model' && task === 'model3d') return 'model3d'
  }
  return null
}

/** The kind of file that a task makes, from its media type or else from its scene; null where neither tells. */
export function kindOfTask(mediaType: string | undefined, scene: string | undefined): ResultKind | null {
  return kindNamed(mediaType ?? '') ?? kindNamed((scene ?? '').split(/-?to-?|2/u).at(-1) ?? '')
}

function kindNamed(text: string): ResultKind | null {
  const word = text.toLowerCase().replace(/[^a-z0-9]/gu, '')
  if (/^(image|picture|photo|img)/u.test(word)) return 'image'
  if (/^(video|movie|animation)/u.test(word)) return 'video'
  if (/^(music|audio|speech|song|sound|voice|tts)/u.test(word)) return 'audio'
  if (/^(model3d|3d|mesh)/u.test(word)) return 'model3d'
  return /^(text|chat|llm|lyric|caption|transcri)/u.test(word) ? 'text' : null
}
