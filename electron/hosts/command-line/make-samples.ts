/**
 * Entry of `npm run samples`: makes the sample works of `assets/samples/` again: each through the application's own core, against the local service,
 * exported with its recipe inside. The same words and seeds give the same works.
 */
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Result } from '#contract/errors.ts'
import type { Asset } from '#contract/library.ts'
import type { App } from '#core/app.ts'
import { SAMPLES_DIR } from '#hosts/build-paths.ts'
import { openCore } from './open-core.ts'
import type { Call } from './run-generation.ts'
import { SAMPLE_WORKS, type SampleWork } from './sample-works.ts'
import { watchTask } from './watch-task.ts'
import { withLocalService } from './with-local-service.ts'

const PROVIDER = 'sample'
const KIND_OF = { image: 'image', video: 'video', character: 'image', music: 'audio' } as const

/** Writes every sample work anew. Throws when one cannot be made. */
async function makeSamples(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-samples-'))
  const app = unwrap(await openCore(dataDir))
  const local = unwrap(await withLocalService(app, dataDir))
  try {
    await rm(SAMPLES_DIR, { recursive: true, force: true })
    await mkdir(SAMPLES_DIR, { recursive: true })
    const made = new Map<string, Asset>()
    for (const work of SAMPLE_WORKS) {
      const asset = await make(app, work, made)
      made.set(work.name, asset)
      process.stdout.write(`${await exportWork(app, work, asset)}\n`)
    }
  } finally {
    await app.close()
    await local.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The work's own result: the first asset of its medium's kind, not the cover or the palette beside it. */
async function make(app: App, work: SampleWork, made: ReadonlyMap<string, Asset>): Promise<Asset> {
  const call = app.call as Call
  const { mediaType, scene, model, prompt, options, from } = work
  const source = from && made.get(from.name)
  if (from && !source) throw new Error(`${work.name} starts from ${from.name}, which is not made before it.`)
  const input = source && unwrap(await call('inputs.add', { assetId: source.id }))
  const request = {
    provider: PROVIDER,
    mediaType,
    scene,
    model,
    prompt,
    options,
    ...(from && input && { inputs: [{ inputId: input.id, option: from.option }] }),
  }
  const { tasks } = unwrap(await call('tasks.submit', { requests: [request] }))
  const [first] = tasks
  if (!first) throw new Error(`${work.name}: no task was made.`)
  const task = await watchTask(app, call, first, {
    say: () => undefined,
    signal: new AbortController().signal,
    env: {},
  })
  if (task.state !== 'saved') throw new Error(`${work.name}: ${task.error?.message ?? task.state}`)
  const { items } = unwrap(await call('library.getMany', { ids: [...task.assetIds] }))
  const id = items.find(({ kind }) => kind === KIND_OF[mediaType])?.id
  if (id === undefined) throw new Error(`${work.name}: there is no result of its kind.`)
  unwrap(await call('library.update', { ids: [id], title: work.title, addTags: ['sample'] }))
  return unwrap(await call('library.get', { id }))
}

/** The path of the file, with its recipe inside. */
async function exportWork(app: App, work: SampleWork, asset: Asset): Promise<string> {
  const call = app.call as Call
  const job = unwrap(await call('library.export', { ids: [asset.id], form: 'files', embedRecipe: true }))
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const stop = app.subscribe((event) => {
    if (event.name === 'job.changed' && event.data.job.id === job.id && event.data.job.state !== 'running')
      resolve(event.data.job.path)
  })
  const now = unwrap(await call('jobs.list', {})).items.find(({ id }) => id === job.id)
  if (now && now.state !== 'running') resolve(now.path)
  const folder = await promise
  stop()
  const [file] = folder === undefined ? [] : await readdir(folder)
  if (folder === undefined || file === undefined) throw new Error(`${work.name} could not be exported.`)
  const target = join(SAMPLES_DIR, `${work.name}${extname(file)}`)
  await copyFile(join(folder, file), target)
  return target
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.data
}

await makeSamples()
