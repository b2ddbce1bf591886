/**
 * `release-files FOLDER PERCENT`: makes what several machines built into one release.
 *
 * Owns the update manifests, where the machines for two processors each wrote one of the same name, the share of
 * installations that are offered the version at first, and the checksums.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse, stringify } from 'yaml'
import { z } from 'zod'

/** What electron-builder writes and electron-updater reads; what else there is stays. */
const manifestSchema = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string() })).min(1),
})
type Manifest = z.infer<typeof manifestSchema>

/** Every machine's files lie in a folder of their own below `folder`, and end in `folder` itself. */
export async function prepareReleaseFiles([folder, percent, ...rest]: readonly string[]): Promise<number> {
  const share = Number(percent)
  if (folder === undefined || rest.length > 0 || !Number.isInteger(share) || share < 1 || share > 100) {
    process.stderr.write('Give the folder of the built files and the share of the rollout, 1 to 100.\n')
    return 2
  }
  const manifests = new Map<string, Manifest[]>()
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    for (const name of await readdir(join(folder, entry.name))) {
      const file = join(folder, entry.name, name)
      if (name.endsWith('.yml')) {
        const manifest = manifestSchema.parse(parse(await readFile(file, 'utf8')))
        manifests.set(name, [...(manifests.get(name) ?? []), manifest])
      } else await moveTo(file, folder, name)
    }
    await rm(join(folder, entry.name), { recursive: true })
  }
  for (const [name, parts] of manifests) {
    await writeFile(join(folder, name), stringify(joinManifests(name, parts, share)))
  }
  await writeChecksums(folder)
  return 0
}

/** The manifest with the files of all; electron-updater takes the one whose name has the computer's processor in it. */
export function joinManifests(name: string, parts: readonly Manifest[], share: number): Manifest {
  const versions = new Set(parts.map(({ version }) => version))
  const [first] = parts
  if (!first || versions.size !== 1)
    throw new Error(`${name} is of different versions: ${[...versions].join(', ')}.`)
  return {
    ...first,
    files: parts.flatMap(({ files }) => files),
    // Everybody is in a rollout of all: no mark is needed then.
    ...(share < 100 && { stagingPercentage: share }),
  }
}

async function moveTo(file: string, folder: string, name: string): Promise<void> {
  if ((await readdir(folder)).includes(name)) throw new Error(`Two machines built ${name}.`)
  await rename(file, join(folder, name))
}

/** SHA256SUMS as `sha256sum --check` reads it. */
async function writeChecksums(folder: string): Promise<void> {
  const lines = []
  for (const name of (await readdir(folder)).filter((name) => name !== 'SHA256SUMS').toSorted()) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    lines.push(`${hash.digest('hex')}  ${name}\n`)
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}
