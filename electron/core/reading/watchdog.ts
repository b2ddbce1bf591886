/**
 * Watches the event loop of the host from a thread of its own. A silence of some seconds is noted on disk with what was being
 * read, so that a start knows what the last run did not come back from.
 */
import { readFile, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { BEAT_MS, beat, shareMemory, shareTasks, type WatchOrder } from './heartbeat.ts'

export interface Watchdog {
  /** `work` reads something from outside in the host's thread: the id of a task whose response it is, or other words. */
  reading<Value>(label: string, work: () => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

/** It keeps nothing. */
const YOUNG_MEGABYTES = 1

const noteSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('silent'), tasks: z.array(z.string()) }),
  z.object({ kind: z.literal('back') }),
])

export const NO_WATCHDOG: Watchdog = {
  reading: (_label, work) => work(),
  close: () => Promise.resolve(),
}

/** The label of a profile's listing. */
export function listingOf(profileId: string): string {
  return `models of ${profileId}`
}

export function startWatchdog(dataDir: string, log: (line: string) => void): Watchdog {
  const memory = shareMemory()
  const underWay = new Set<{ readonly label: string }>()
  const tellAll = () =>
    shareTasks(
      memory,
      Array.from(underWay, ({ label }) => label),
    )
  const worker = new Worker(new URL(`./watchdog-worker${extname(import.meta.url)}`, import.meta.url), {
    execArgv: [],
    workerData: { memory, path: pathIn(dataDir) } satisfies WatchOrder,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  })
  worker.unref()
  worker.on('message', (ms) => log(`Atelier did not respond for about ${Number(ms) / 1_000} seconds.`))
  worker.on('error', (error) => log(`Nothing watches over Atelier's own thread: ${String(error)}`))
  const beating = setInterval(() => beat(memory), BEAT_MS).unref()
  return {
    reading: async (label, work) => {
      const one = { label }
      underWay.add(one)
      tellAll()
      try {
        return await work()
      } finally {
        underWay.delete(one)
        tellAll()
      }
    },
    close: async () => {
      clearInterval(beating)
      await worker.terminate()
      await forgetSilence(dataDir)
    },
  }
}

/** What the last run was reading when it fell silent for good; null when it did not. */
export async function readSilence(dataDir: string): Promise<readonly string[] | null> {
  const text = await readFile(pathIn(dataDir), 'utf8').catch(() => '')
  const last = parseLine(text.trimEnd().split('\n').at(-1) ?? '')
  return last?.kind === 'silent' ? last.tasks : null
}

export async function forgetSilence(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true }).catch(() => undefined)
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'silence.jsonl')
}

function parseLine(line: string): z.infer<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(line))
  } catch {
    return null
  }
}
