/**
 * What people write into prompts, made up: the same library for the same number, in the languages and manners that are met.
 *
 * Words follow Zipf's law over a few hundred real and many invented ones, so that some are in half of the library and most
 * in a few assets.
 */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom, pick } from '#test/stand-ins/seeded-random.ts'
import { toSidecar, type AssetRecord } from '#core/library/assets/asset-row.ts'
import { assetId } from '#core/library/assets/add-asset.ts'
import { createAssetStore } from '#core/library/assets/asset-store.ts'
import { openApp } from '#core/open-app.ts'
import { openDatabase } from '#core/store/database.ts'
import { coreOptions } from '#test/stand-ins/core-options.ts'

const COMMON =
  'a of in the with and on portrait cinematic lighting detailed photo woman man fox city night light street snow forest red blue golden dark soft background style 8k high quality sharp focus film grain bokeh watercolor painting oil sketch anime character armor dress hair eyes smile looking at viewer standing sitting walking running flying dragon castle mountain river ocean sunset sunrise morning fog rain storm clouds sky stars moon neon cyberpunk steampunk vintage retro modern minimal abstract surreal dreamy ethereal dramatic moody vibrant colorful monochrome black white silver bronze copper glass crystal water fire ice smoke dust leaves flowers roses cherry blossom tree garden field desert beach island bridge tower temple church window door lamp candle book chair table cat dog wolf bear owl raven horse deer tiger lion whale fish robot android spaceship planet galaxy astronaut warrior knight princess queen king wizard witch fairy elf child girl boy old young elegant delicate intricate ornate texture shadow reflection macro wide angle lens shot close-up full body landscape still life product logo icon poster illustration concept art render unreal engine octane studio professional award winning trending masterpiece best ultra realistic photorealistic hyperrealistic volumetric rays depth'.split(
    ' ',
  )
const ACCENTED =
  "café crème brûlée façade naïve Zürich Straße für über grün Mädchen schönes Fräulein garçon forêt château élégante lumière été señorita niño corazón mañana jardín otoño São Paulo coração manhã Ærø Øresund Łódź źródło Dvořák Škoda ночной город ёлка рисунок лисица снег l'été d'hiver".split(
    ' ',
  )
const CHINESE =
  '一只红色的狐狸在雪地里奔跑|赛博朋克城市夜景|霓虹灯|高清|杰作|水墨画风格|古风少女|电影感光影|超精细|夕阳下的海滩|樱花树下|山水|未来主义建筑|宇航员|写实|柔和的光线|细节丰富|全身像|微距摄影|森林中的小屋|金色的龙|月光|雨后的街道|油画质感|猫咪'.split(
    '|',
  )
const JAPANESE =
  '雪の中の赤い狐|東京の夜景|桜の木の下で本を読む少女|アニメ調|水彩画|夕焼けの海|ネオンサイン|高画質|傑作|森の奥の小さな家|猫が窓辺で眠っている|サイバーパンク|静かな湖|浮世絵風|柔らかい光|ロボット|花火大会|古い神社|ドラゴン|星空'.split(
    '|',
  )
const KOREAN =
  '눈 속의 붉은 여우|서울의 밤거리|벚꽃나무아래소녀|수채화|고화질|네온사인이 빛나는 도시|숲속의작은집|고양이|푸른 바다|전통 한옥|우주비행사|부드러운 빛|용|달빛'.split(
    '|',
  )
const BEGINNINGS = 'b c d f g h j k l m n p r s t v w br cr dr fr gr pr tr st sp sk'.split(' ')
const VOWELS = 'a e i o u ai ea ou'.split(' ')
const ENDINGS = 'n r l s t m nd rt ck x th sh  '.split(' ')
const INVENTED = 30_000
const COMPOUNDS = 4_000
const CHARACTERS = 2_000
const FIRST_CHARACTER = 0x4e00

export interface Corpus {
  prompt(number: number): string
  search(number: number): string
}

export function createCorpus(): Corpus {
  const random = seededRandom(7)
  const invented = Array.from({ length: INVENTED }, () => {
    const syllables = 2 + Math.floor(random() * 2)
    return Array.from({ length: syllables }, () =>
      [pick(random, BEGINNINGS), pick(random, VOWELS), pick(random, ENDINGS)].join(''),
    ).join('')
  })
  const words = [...COMMON, ...invented]
  const word = (next: () => number): string => words[zipf(next, words.length)] ?? ''
  const compounds = Array.from({ length: COMPOUNDS }, () => `${word(random)}_${word(random)}`)
  return {
    prompt: (number) => {
      const next = seededRandom(number * 2 + 1)
      const kind = next()
      if (kind < 0.55) return english(next, word, number)
      if (kind < 0.7) return tags(next, word, compounds)
      if (kind < 0.8) return unspaced(next, CHINESE, '，')
      if (kind < 0.88) return unspaced(next, JAPANESE, '、')
      if (kind < 0.93) return unspaced(next, KOREAN, ', ')
      return english(next, () => (next() < 0.3 ? pick(next, ACCENTED) : word(next)), number)
    },
    search: (number) => search(seededRandom(number * 2), word, invented),
  }
}

/** Ranks 0 to `count - 1`, the first the likeliest: the inverse of the distribution 1/rank. */
function zipf(next: () => number, count: number): number {
  return Math.min(count - 1, Math.floor(Math.exp(next() * Math.log(count + 1)) - 1))
}

function english(next: () => number, word: (next: () => number) => string, number: number): string {
  const length = 6 + Math.floor(next() ** 2 * 50)
  const said = Array.from({ length }, (_, index) => {
    const mark = index === length - 1 ? '' : next() < 0.15 ? ',' : next() < 0.02 ? '.' : ''
    return word(next) + mark
  })
  return next() < 0.05 ? `${said.join(' ')}, number ${number}` : said.join(' ')
}

/** The manner of image boards: tags between commas, often without a space. */
function tags(
  next: () => number,
  word: (next: () => number) => string,
  compounds: readonly string[],
): string {
  const length = 8 + Math.floor(next() * 25)
  const said = Array.from({ length }, () => (next() < 0.4 ? compounds[zipf(next, COMPOUNDS)] : word(next)))
  return said.join(next() < 0.5 ? ',' : ', ')
}

function unspaced(next: () => number, phrases: readonly string[], between: string): string {
  const length = 2 + Math.floor(next() * 6)
  return Array.from({ length }, () =>
    next() < 0.7
      ? pick(next, phrases)
      : Array.from({ length: 4 + Math.floor(next() * 10) }, () =>
          String.fromCodePoint(FIRST_CHARACTER + zipf(next, CHARACTERS) * 7),
        ).join(''),
  ).join(between)
}

function search(
  next: () => number,
  word: (next: () => number) => string,
  invented: readonly string[],
): string {
  const part = (text: string, from: number, length: number): string => text.slice(from, from + length)
  switch (Math.floor(next() * 10)) {
    case 0:
      return String.fromCodePoint(97 + Math.floor(next() * 26))
    case 1:
      return part(`${word(next)}an`, 0, 2)
    case 2:
      return part(pick(next, COMMON), 0, 4)
    case 3:
      return part(`${pick(next, COMMON)}ing`, 1, 4)
    case 4:
      return pick(next, invented)
    case 5:
      return `${word(next)} ${word(next)}`
    case 6:
      return [word(next), word(next), part(word(next), 0, 3)].join(' ')
    case 7: {
      const phrase = pick(next, [...CHINESE, ...JAPANESE, ...KOREAN])
      const from = Math.floor(next() * Math.max(1, phrase.length - 3))
      return part(phrase, from, 1 + Math.floor(next() * 5)).trim() || phrase
    }
    case 8:
      return pick(next, ACCENTED)
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .slice(0, 2 + Math.floor(next() * 6))
    default:
      return pick(next, COMMON)
  }
}

/**
 * The data directory that a large library is measured in: many tiny files with their sidecars, what a rebuild starts from.
 */
type NewRow = Omit<AssetRecord, 'seq'>

/** None of them is an image, so that no thumbnail is made while something else is measured. */
const KINDS = [
  { kind: 'video', mediaType: 'video', mimeType: 'video/mp4', extension: 'mp4' },
  { kind: 'audio', mediaType: 'music', mimeType: 'audio/mpeg', extension: 'mp3' },
  { kind: 'model3d', mediaType: 'character', mimeType: 'model/gltf-binary', extension: 'glb' },
  { kind: 'other', mediaType: 'image', mimeType: 'application/octet-stream', extension: 'bin' },
] as const
const SIZES = [
  [1_024, 1_024],
  [1_280, 720],
  [720, 1_280],
  [768, 512],
] as const
const PROVIDERS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const SCENES = ['text-to-image', 'image-to-image', 'text-to-video', 'image-to-video', 'text-to-music']
const MODELS = 60
const TAGS = 300
const YEARS_MS = 5 * 365 * 86_400_000
const WRITTEN_AT_ONCE = 64
const ROWS_AT_ONCE = 2_000

/** Asset `number`: the more there are of a model or a tag, the lower its number. */
function benchmarkRow(corpus: Corpus, number: number, bytes: Uint8Array): NewRow {
  const next = seededRandom(number + 1_000_000)
  const one = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(next() ** 2 * list.length)]
    if (item === undefined) throw new Error('The list is empty.')
    return item
  }
  const model = Math.floor(next() ** 2 * MODELS)
  const tagged = next() < 0.3 ? [1, 2, 3].slice(0, 1 + Math.floor(next() * 3)) : []
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const taskId = `task_${number}`
  const [width, height] = one(SIZES)
  return {
    ...one(KINDS),
    id: assetId(taskId, 0, sha256),
    taskId,
    place: 0,
    sha256,
    sizeBytes: bytes.byteLength,
    width,
    height,
    createdAt: Date.UTC(2026, 0, 1) - Math.floor(YEARS_MS * next()),
    provider: one(PROVIDERS),
    model: `model-${model}-pro`,
    scene: one(SCENES),
    prompt: corpus.prompt(number),
    options: { seed: number, steps: 30, guidance: 7.5, size: `${width}x${height}` },
    inputs: [],
    rating: next() < 0.7 ? 0 : Math.floor(next() * 6),
    favorite: next() < 0.1,
    tags: [...new Set(tagged.map(() => `tag ${Math.floor(next() ** 2 * TAGS)}`))],
  }
}

async function writeMedia(dataDir: string, corpus: Corpus, count: number): Promise<void> {
  const root = join(dataDir, 'media')
  for (let folder = 0; folder < 256; folder++) {
    await mkdir(join(root, folder.toString(16).padStart(2, '0')), { recursive: true })
  }
  for (let from = 0; from < count; from += WRITTEN_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(WRITTEN_AT_ONCE, count - from) }, (_, step) => from + step)
    await Promise.all(
      numbers.map(async (number) => {
        const bytes = Buffer.from(`asset ${number}`)
        const row = benchmarkRow(corpus, number, bytes)
        const path = join(root, row.sha256.slice(0, 2), row.sha256)
        await writeFile(`${path}.${row.extension}`, bytes)
        await writeFile(`${path}.json`, JSON.stringify(toSidecar(row)))
      }),
    )
  }
}

interface LibraryData {
  readonly dataDir: string
  /** Leaves `media/` alone, so that everything else has to be built from it. */
  forgetDatabase(): Promise<void>
  /** Throws away what is not to be kept. */
  close(): Promise<void>
}

const NOTE = 'benchmark.txt'

/** Rows alone, as the core would have left them. */
async function writeRows(dataDir: string, corpus: Corpus, count: number): Promise<void> {
  const opened = await openApp(coreOptions(dataDir))
  if (!opened.ok) throw new Error(opened.error.id)
  await opened.data.close()
  const db = openDatabase(join(dataDir, 'library.db'))
  const store = createAssetStore(db)
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, step) => from + step)
    store.insertMany(numbers.map((number) => benchmarkRow(corpus, number, Buffer.from(`asset ${number}`))))
  }
  db.close()
}

/**
 * `folder` is kept and taken up again; without one the data lives as long as the run. Writes what is not there: files to build
 * a library from, or else its rows.
 */
export async function openLibraryData(
  folder: string | undefined,
  corpus: Corpus,
  count: number,
  hasFiles: boolean,
): Promise<LibraryData> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'atelier-bench-')))
  await mkdir(dataDir, { recursive: true })
  const note = join(dataDir, NOTE)
  const said = `${count} assets${hasFiles ? ' in files' : ''}\n`
  const before = await readFile(note, 'utf8').catch(() => null)
  // Files were made into rows by an earlier run.
  if (before !== said && (hasFiles || before !== `${count} assets in files\n`)) {
    if ((await readdir(dataDir)).length > 0) throw new Error(`${dataDir} holds something else.`)
    await (hasFiles ? writeMedia : writeRows)(dataDir, corpus, count)
    await writeFile(note, said)
  }
  const names = () => readdir(dataDir)
  return {
    dataDir,
    forgetDatabase: async () => {
      const derived = (await names()).filter((name) => name !== 'media' && name !== NOTE)
      for (const name of derived) await rm(join(dataDir, name), { recursive: true })
    },
    close: async () => {
      if (folder === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
