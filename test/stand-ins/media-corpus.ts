/** Fills a `media/` with tiny files and their sidecars, without any database: what a rebuild finds. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const AT_ONCE = 64

export interface MediaCorpus {
  readonly count: number
  /** What asset `number` was made from; several words by default. */
  readonly prompt?: (number: number) => string
  readonly trashedAt?: number
}

/** The assets' ids, in order. */
export async function fillMedia(
  dataDir: string,
  { count, prompt = (number) => `image ${number} of a red fox in snow`, trashedAt }: MediaCorpus,
): Promise<readonly string[]> {
  const root = join(dataDir, 'media')
  for (let folder = 0; folder < 256; folder++)
    await mkdir(join(root, folder.toString(16).padStart(2, '0')), { recursive: true })
  const ids: string[] = []
  for (let at = 0; at < count; at += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - at) }, (_, index) => at + index)
    ids.push(...numbers.map((number) => `asset_corpus-${number}`))
    await Promise.all(
      numbers.map(async (number) => {
        const bytes = `the bytes of image ${number}`
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const base = join(root, sha256.slice(0, 2), sha256)
        const entry = {
          assetId: `asset_corpus-${number}`,
          taskId: `task_corpus-${number}`,
          place: 0,
          mediaType: 'image',
          createdAt: 1_700_000_000_000 + number * 1_000,
          provider: 'stand-in',
          model: `model-${number % 40}`,
          scene: 'text-to-image',
          prompt: prompt(number),
          options: { seed: number, steps: 30 },
          inputs: [],
          rating: number % 6,
          favorite: number % 10 === 0,
          tags: [`tag-${number % 50}`],
          ...(trashedAt === undefined ? {} : { trashedAt }),
        }
        const sidecar = {
          format: 1,
          sha256,
          extension: 'png',
          kind: 'image',
          mimeType: 'image/png',
          sizeBytes: bytes.length,
          width: 1024,
          height: 768,
          entries: [entry],
        }
        await writeFile(`${base}.png`, bytes)
        await writeFile(`${base}.json`, `${JSON.stringify(sidecar, null, 1)}\n`)
      }),
    )
  }
  return ids
}
