/**
 * Responses that carry the result, and a real process that is killed while one arrives or a moment later: after so many bytes, again
 * and again on one data directory. Then what was paid for against what is there.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCore, type DrivenCore } from './core-driver.ts'
import { sha256 } from './hostile-content.ts'
import { seededRandom } from './seeded-random.ts'
import { madeImage } from './services/made-media.ts'
import { OPENAI_KEY, startFakeOpenai, type FakeOpenai } from './services/openai/openai.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

export interface KillFigures {
  readonly kills: number
  /** Paid requests. */
  readonly charged: number
  /** More than one paid request for a press. */
  readonly duplicates: number
  /** Neither saved nor of unknown outcome, or saved with other bytes. */
  readonly losses: number
  readonly saved: number
  readonly unknown: number
  /** Kills that found the whole response on disk and no outcome in the row yet. */
  readonly resumed: number
  readonly wrongs: readonly string[]
}

/** A kill comes up to this long after the last byte that is let through. */
const KILL_WITHIN_MS = 40
const IMAGES = 2
/** Every so many kills the whole response is let through. */
const WHOLE_EVERY = 3

interface Press {
  readonly id: string
  readonly hashes: readonly string[]
  /** The whole response was on disk at the kill. */
  readonly wasWhole: boolean
}

interface Trial {
  readonly dataDir: string
  readonly service: FakeOpenai
  readonly line: TcpProxy
  readonly random: () => number
}

export async function killWhileResponding(
  dataDir: string,
  kills: number,
  seed: number,
): Promise<KillFigures> {
  const service = await startFakeOpenai()
  const line = await startTcpProxy(service.port)
  const trial = { dataDir, service, line, random: seededRandom(seed) }
  const presses: Press[] = []
  let core = await startWithProfile(trial)
  try {
    for (let kill = 0; kill < kills; kill++) {
      presses.push(await pressAndKill(trial, core, kill, kills))
      core = await startWithProfile(trial)
    }
    return await compare(trial, core, presses)
  } finally {
    await core.kill()
    await line.close()
    await service.close()
  }
}

/** The key is in the memory of the process alone, so every start is given it. */
async function startWithProfile({ dataDir, line }: Trial): Promise<DrivenCore> {
  const core = startCore({ dataDir, speed: 1, originMs: Date.now() })
  if (!(await core.ready)) throw new Error('The core ended before it was ready.')
  const known = (await core.call('profiles.list', {}))?.items.find(({ kind }) => kind === 'openai')
  if (known) {
    await core.call('profiles.setKey', { id: known.id, apiKey: OPENAI_KEY })
    return core
  }
  const baseUrl = `http://127.0.0.1:${line.port}`
  const made = await core.call('profiles.create', {
    kind: 'openai',
    name: 'OpenAI',
    baseUrl,
    apiKey: OPENAI_KEY,
  })
  if (made) await core.call('profiles.activate', { id: made.id })
  return core
}

async function pressAndKill(trial: Trial, core: DrivenCore, kill: number, kills: number): Promise<Press> {
  const { service, line, random, dataDir } = trial
  const images = await Promise.all(Array.from({ length: IMAGES }, () => madeImage('png')))
  const body = { created: kill, data: images.map((image) => ({ b64_json: image.toString('base64') })) }
  service.script('POST', '/images/generations', { status: 200, charged: true, body })
  const sizeBytes = JSON.stringify(body).length
  const isWhole = kill % WHOLE_EVERY === 0
  line.holdDownAfterBytes = isWhole ? Infinity : Math.max(1, Math.round((sizeBytes + 200) * (kill / kills)))
  const handedOn = line.handedOn()
  const request = {
    provider: 'openai',
    mediaType: 'image',
    model: 'gpt-image-1',
    scene: 'text-to-image',
  } as const
  const submitted = await core.call('tasks.submit', { requests: [{ ...request, prompt: `fox ${kill}` }] })
  await handedOn
  const id = submitted?.tasks[0]?.id ?? ''
  const wholeFile = async () => {
    const paths = ['', '.part'].map((end) => join(dataDir, 'answers', id + end))
    return (await Promise.all(paths.map(sizeOf))).includes(sizeBytes)
  }
  // The first is killed after the whole response is on disk, however slow the machine is.
  const isThere = async () => (await wholeFile()) || (await core.call('tasks.get', { id }))?.state === 'saved'
  if (kill === 0) await until(isThere, { what: `the response of ${id}`, patienceMs: 60_000 })
  else await pause(random() * KILL_WITHIN_MS)
  await core.kill()
  return { id, hashes: images.map(sha256), wasWhole: await wholeFile() }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => -1,
  )
}

async function compare({ dataDir, service }: Trial, core: DrivenCore, presses: readonly Press[]) {
  const wrongs: string[] = []
  const ends = new Map<string, number>()
  let losses = 0
  for (const { id, hashes, wasWhole } of presses) {
    const isOver = async () => {
      const task = await core.call('tasks.get', { id })
      return task !== null && ['saved', 'unknown', 'unsaved'].includes(task.state) && task
    }
    const task = await until(isOver, { what: `${id} to come to rest`, patienceMs: 60_000 })
    ends.set(task.state, (ends.get(task.state) ?? 0) + 1)
    const there = await Promise.all(
      hashes.map((hash) => sizeOf(join(dataDir, 'media', hash.slice(0, 2), `${hash}.png`))),
    )
    const isSaved = task.state === 'saved' && task.assetIds.length === IMAGES && !there.includes(-1)
    if (!isSaved && task.state !== 'unknown') losses++
    if (wasWhole && !isSaved) wrongs.push(`${id} was whole on disk and is ${task.state}`)
  }
  const left = await readdir(join(dataDir, 'answers'))
  const unknown = ends.get('unknown') ?? 0
  if (left.filter((name) => !name.endsWith('.part')).length > 0)
    wrongs.push(`left in answers/: ${left.join(', ')}`)
  const charged = service.charged().length
  return {
    kills: presses.length,
    charged,
    duplicates: Math.max(0, charged - presses.length),
    losses,
    saved: ends.get('saved') ?? 0,
    unknown,
    resumed: presses.filter(({ wasWhole }) => wasWhole).length,
    wrongs,
  }
}
