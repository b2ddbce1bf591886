/**
 * A whole archive of small images with recipes: how fast it comes in, as copies and in place, with kills in the middle.
 *
 * `npm run bench -- archives [--files 5000] [--kills 0] [--modes in-place,copy] [--dir DIR]`. Every kill ends the process without a
 * word; the next start goes on by itself. Whatever happened, each file is there once, and the originals are as they were. Goal: 1,000
 * files a second in place. Beside it what a user would do instead: read every file to know it again (`sha256sum`), and copy the
 * folder (`cp -r`, `sync`).
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { Job } from '#contract/library.ts'
import { type DrivenCore, startCore } from '#test/stand-ins/core-driver.ts'
import { seededRandom } from '#test/stand-ins/seeded-random.ts'
import { processorMs } from './frame.ts'
import { withText } from '../core/library/provenance/files.ts'

const GOAL_A_SECOND = 1_000
const IMAGES = 64
const FILES_A_FOLDER = 500
const SIDE = 160
/** Asking is not free. */
const ASK_EVERY_MS = 50

type Mode = 'copy' | 'in-place'

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      files: { type: 'string', default: '5000' },
      kills: { type: 'string', default: '0' },
      modes: { type: 'string', default: 'in-place,copy' },
      dir: { type: 'string', default: tmpdir() },
    },
  })
  const [files, kills] = [Number(values.files), Number(values.kills)]
  const dir = await mkdtemp(join(values.dir, 'archives-'))
  try {
    const archive = join(dir, 'archive')
    await makeFiles(archive, files)
    const before = await stateOf(archive)
    const table: Record<string, Record<string, string>> = {}
    for (const mode of values.modes.split(',') as Mode[]) {
      table[mode] = await measure(join(dir, mode), archive, { mode, files, kills })
    }
    judge((await stateOf(archive)) === before, 'the originals are not as they were')
    table['instead'] = instead(dir, archive, files)
    console.table(table)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

interface Wish {
  readonly mode: Mode
  readonly files: number
  readonly kills: number
}

async function measure(
  dataDir: string,
  path: string,
  { mode, files, kills }: Wish,
): Promise<Record<string, string>> {
  let core = await started(dataDir)
  await core.call('archives.import', { path, mode })
  const begunAt = performance.now()
  for (let kill = 1; kill <= kills; kill++) {
    const share = (files * kill) / (kills + 1)
    while (((await importOf(core))?.done ?? files) < share) await pause(ASK_EVERY_MS)
    await core.kill()
    core = await started(dataDir)
  }
  const ended = await endOf(core)
  const seconds = (performance.now() - begunAt) / 1_000
  const processor = processorMs(core.pid) / Math.max(1, ended.archive?.added ?? 1)
  while (sidecarsDue(dataDir) > 0) await pause(ASK_EVERY_MS)
  const written = (performance.now() - begunAt) / 1_000
  const againAt = performance.now()
  await core.call('archives.import', { path, mode })
  const again = await endOf(core)
  const againSeconds = (performance.now() - againAt) / 1_000
  const page = await core.call('library.query', { limit: 1 })
  const verified = await core.call('library.verify', {})
  await core.close()
  judge(ended.state === 'done' && ended.archive?.unread.length === 0, `${mode}: ${ended.message.text}`)
  judge((ended.archive?.added ?? 0) + (ended.archive?.known ?? 0) === files, `${mode}: files are missing`)
  judge(again.archive?.added === 0, `${mode}: a second run adds files`)
  judge(page?.total === files, `${mode}: ${page?.total} assets`)
  judge(verified?.checked === files && verified.missing + verified.damaged === 0, `${mode}: damaged`)
  judge(mode === 'copy' || kills > 0 || files / seconds >= GOAL_A_SECOND, `${mode}: slower than the goal`)
  return {
    'files a second': `${rate(files, seconds)}${mode === 'in-place' ? ` (${GOAL_A_SECOND})` : ''}`,
    seconds: seconds.toFixed(1),
    ...(kills === 0 && { 'processor time a file': `${processor.toFixed(2)} ms` }),
    'until all sidecars are written': `${written.toFixed(1)} s`,
    'a second run': `${rate(files, againSeconds)} files a second`,
    kills: String(kills),
  }
}

function instead(dir: string, archive: string, files: number): Record<string, string> {
  const timed = (command: string): string => {
    const begunAt = performance.now()
    execFileSync('sh', ['-c', command], { stdio: 'ignore' })
    return rate(files, (performance.now() - begunAt) / 1_000)
  }
  return {
    'files a second': `sha256sum ${timed(`find '${archive}' -type f -exec sha256sum {} +`)}, cp ${timed(`cp -r '${archive}' '${join(dir, 'copied')}' && sync`)}`,
  }
}

async function started(dataDir: string): Promise<DrivenCore> {
  const core = startCore({ dataDir, speed: 1, originMs: Date.now() })
  if (!(await core.ready)) throw new Error('The core did not start.')
  return core
}

async function importOf(core: DrivenCore): Promise<Job | undefined> {
  return (await core.call('jobs.list', {}))?.items.find(({ kind }) => kind === 'import')
}

async function endOf(core: DrivenCore): Promise<Job> {
  for (;;) {
    const job = await importOf(core)
    if (job !== undefined && job.state !== 'running') return job
    await pause(ASK_EVERY_MS)
  }
}

function sidecarsDue(dataDir: string): number {
  const database = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true, timeout: 5_000 })
  const row = database.prepare('SELECT count(*) AS number FROM sidecars_due').get()
  database.close()
  return Number(row?.['number'])
}

/** Different pixels in some, and a recipe of its own in each. */
async function makeFiles(root: string, files: number): Promise<void> {
  const random = seededRandom(1)
  const images = await Promise.all(
    Array.from({ length: IMAGES }, () => {
      const pixels = Buffer.from(
        Array.from({ length: SIDE * SIDE * 3 }, () => 96 + Math.floor(random() * 16)),
      )
      return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
        .png()
        .toBuffer()
    }),
  )
  const time = new Date(1_700_000_000_000)
  for (let number = 0; number < files; number++) {
    const folder = join(root, String(Math.floor(number / FILES_A_FOLDER)))
    if (number % FILES_A_FOLDER === 0) await mkdir(folder, { recursive: true })
    const text = `a red fox in snow, number ${number}\nNegative prompt: blur\nSteps: 20, Sampler: Euler, CFG scale: 7, Seed: ${number}, Size: ${SIDE}x${SIDE}, Model: photon`
    const path = join(folder, `${number}.png`)
    await writeFile(path, withText(images[number % IMAGES] ?? Buffer.alloc(0), 'tEXt', 'parameters', text))
    await utimes(path, time, time)
  }
}

/** The names, sizes and times of all files, as one hash. */
async function stateOf(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(root, { recursive: true })).toSorted()) {
    const { size, mtimeMs } = await stat(join(root, name))
    hash.update(`${name} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function rate(files: number, seconds: number): string {
  return (files / seconds).toFixed(0)
}

function judge(isAsPromised: boolean, wrong: string): void {
  if (isAsPromised) return
  console.log(`  ${wrong}`)
  process.exitCode = 1
}
