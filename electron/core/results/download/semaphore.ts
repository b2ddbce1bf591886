/**
 * Limits how many downloads run at once: in all and per host, hosts in rotation.
 *
 * A download that stalls no longer counts among the active ones, but still counts for its host: a host that stalls delays
 * only itself. p-limit has neither hosts nor permits that stall, nor waiters that abort, hence our own.
 */
import type { DownloadLimits } from './limits.ts'

export interface Permit {
  /** Called for everything that arrives. */
  reportProgress(): void
  release(): void
}

export interface DownloadSemaphore {
  /** Resolves when a download may start. @throws the signal's reason when it aborts first. */
  acquire(host: string, signal: AbortSignal): Promise<Permit>
}

type Limits = Pick<DownloadLimits, 'mostActive' | 'mostPerHost' | 'mostOpen' | 'idleMs'>

interface Open {
  readonly host: string
  progressAt: number
}

export function createDownloadSemaphore({
  mostActive,
  mostPerHost,
  mostOpen,
  idleMs,
}: Limits): DownloadSemaphore {
  /** In the order in which hosts are served. */
  const waiting = new Map<string, Set<() => void>>()
  const open = new Set<Open>()
  let timer: NodeJS.Timeout | null = null

  const openAt = (host: string): number => [...open].filter((permit) => permit.host === host).length
  const startNext = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    for (;;) {
      const host = [...waiting.keys()].find((name) => openAt(name) < mostPerHost)
      if (host === undefined || open.size >= mostOpen) return
      const now = performance.now()
      const active = [...open].filter(({ progressAt }) => now - progressAt < idleMs)
      if (active.length >= mostActive) {
        const stuckIn = Math.min(...active.map(({ progressAt }) => progressAt + idleMs - now))
        timer = setTimeout(startNext, Math.max(1, stuckIn))
        return
      }
      startOne(host)
    }
  }
  const startOne = (host: string): void => {
    const queue = waiting.get(host) ?? new Set()
    waiting.delete(host)
    const [start] = queue
    if (!start) return
    queue.delete(start)
    if (queue.size > 0) waiting.set(host, queue)
    start()
  }
  const grant = (host: string): Permit => {
    const permit: Open = { host, progressAt: performance.now() }
    open.add(permit)
    return {
      reportProgress: () => {
        permit.progressAt = performance.now()
      },
      release: () => {
        if (open.delete(permit)) startNext()
      },
    }
  }

  return {
    acquire: (host, signal) =>
      new Promise((resolve, reject) => {
        const queue = waiting.get(host) ?? new Set()
        const start = (): void => {
          signal.removeEventListener('abort', abort)
          resolve(grant(host))
        }
        const abort = (): void => {
          queue.delete(start)
          if (queue.size === 0 && waiting.get(host) === queue) waiting.delete(host)
          startNext()
          reject(signal.reason as Error)
        }
        if (signal.aborted) return reject(signal.reason as Error)
        signal.addEventListener('abort', abort, { once: true })
        waiting.set(host, queue.add(start))
        startNext()
      }),
  }
}
