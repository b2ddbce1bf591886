/** The tasks of the faulty service: what it says of each when it is asked, and the files it offers for them. */
import sharp from 'sharp'
import { respond, sendJson, type FaultyResponse, type Incoming } from './faulty-responses.ts'

/**
 * What is said to one poll: a status in plain words of the spec, or any response at all. The last step of a life is said
 * for ever after.
 */
export type LifeStep = string | FaultyResponse

const QUICK_LIFE: readonly LifeStep[] = ['PENDING', 'PROCESSING', 'SUCCESS']

export interface FaultyTasks {
  /** How the tasks made from now on will live. */
  life: readonly LifeStep[]
  filesPerTask: number
  /** Every task's files are the same image. */
  sameImage: boolean
  /** Where the files are offered; the service itself unless told otherwise. */
  assetOrigin: string
  make(): string
  /** Every address given so far stops working; the next `refresh=assets` gives new ones. */
  expireAddresses(): void
  poll(at: Incoming, taskId: string): Promise<void>
  /** Serves a file, or what stands in its place once the address has expired. */
  file(at: Incoming, name: string): Promise<void>
  /** What an expired address shows; 404 unless told otherwise. */
  expired: FaultyResponse
  /** How often the service was asked to keep a task's files. */
  refreshes(taskId: string): number
}

interface RemoteTask {
  readonly id: string
  readonly life: readonly LifeStep[]
  polls: number
  refreshes: number
  edition: number
}

export function createFaultyTasks(origin: () => string): FaultyTasks {
  const made = new Map<string, RemoteTask>()
  let edition = 1
  const tasks: FaultyTasks = {
    life: QUICK_LIFE,
    filesPerTask: 1,
    sameImage: false,
    assetOrigin: '',
    expired: respond(404, ''),
    make: () => {
      const id = `remote-${made.size + 1}`
      made.set(id, { id, life: tasks.life, polls: 0, refreshes: 0, edition })
      return id
    },
    expireAddresses: () => {
      edition++
    },
    refreshes: (taskId) => made.get(taskId)?.refreshes ?? 0,
    poll: async (at, taskId) => {
      const task = made.get(taskId)
      if (!task) return sendJson(at.response, 404, { code: 404, message: 'no such task' })
      if (at.entry.query.includes('refresh=assets')) {
        task.refreshes++
        task.edition = edition
      } else task.polls++
      const step = task.life[Math.min(Math.max(task.polls, 1), task.life.length) - 1] ?? 'PENDING'
      if (typeof step !== 'string') return step.give(at)
      sendJson(at.response, 200, {
        code: 0,
        message: 'ok',
        data: {
          id: taskId,
          status: step,
          mediaType: 'image',
          model: 'sample',
          provider: 'stand-in',
          taskResult:
            step.toUpperCase() === 'SUCCESS' ? { images: addresses(task).map((url) => ({ url })) } : null,
        },
      })
    },
    file: async (at, name) => {
      const { response, entry } = at
      const [, number = '', place = '', from = ''] = /^(\d+)-(\d+)-(\d+)\.png$/.exec(name) ?? []
      if (Number(from) < edition) {
        entry.responded = 'expired'
        return tasks.expired.give(at)
      }
      const bytes = await makeImage(tasks.sameImage ? 7 : Number(number) * 31 + Number(place))
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length }).end(bytes)
    },
  }
  const addresses = (task: RemoteTask): string[] =>
    Array.from({ length: tasks.filesPerTask }, (_, place) => {
      const number = task.id.replace('remote-', '')
      return `${tasks.assetOrigin || origin()}/files/${number}-${place}-${task.edition}.png`
    })
  return tasks
}

/** A small real image, another one for every number below 65,536. */
export async function makeImage(number: number, width = 16, height = 12): Promise<Buffer> {
  const green = number * 97 + Math.floor(number / 256)
  const background = { r: (number * 53) % 256, g: green % 256, b: (number * 193) % 256 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}
