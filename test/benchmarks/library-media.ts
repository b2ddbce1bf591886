/** The data directory that a large library is measured in: many tiny files with their sidecars, what a rebuild starts from. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toSidecar, type AssetRecord } from '#core/library/assets/asset-row.ts'
import { assetId } from '#core/library/assets/add-asset.ts'
import { createAssetStore } from '#core/library/assets/asset-store.ts'
import { openApp } from '#core/open-app.ts'
import { openDatabase } from '#core/store/database.ts'
import { coreOptions } from '#test/stand-ins/core-options.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import type { Corpus } from './library-corpus.ts'

export type NewRow = Omit<AssetRecord, 'seq'>

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
export function benchmarkRow(corpus: Corpus, number: number, bytes: Uint8Array): NewRow {
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

/** Writes the files and their sidecars. */
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

export interface LibraryData {
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
  if (!opened.ok) throw new Error(opened.error.message)
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
