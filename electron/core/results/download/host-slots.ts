/**
 * Lets downloads in: a few that are moving at once, fewer of one host, hosts in turns.
 *
 * One that brings nothing for a while gives up its place among the moving ones, but not the one at its host: a host that
 * stalls holds up nobody but itself.
 */
import type { DownloadLimits } from './limits.ts'

export interface Slot {
  /** Says that something arrived. */
  moved(): void
  /** Gives the place to the next. */
  leave(): void
}

export interface DownloadGate {
  /** Resolves when it is this one's turn. @throws the signal's reason when it aborts first. */
  enter(host: string, signal: AbortSignal): Promise<Slot>
}

type Limits = Pick<DownloadLimits, 'mostMoving' | 'mostPerHost' | 'mostOpen' | 'idleMs'>

interface Open {
  readonly host: string
  movedAt: number
}

export function createDownloadGate({ mostMoving, mostPerHost, mostOpen, idleMs }: Limits): DownloadGate {
  /** Hosts in the order of their turns. */
  const waiting = new Map<string, Set<() => void>>()
  const open = new Set<Open>()
  let timer: NodeJS.Timeout | null = null

  const openAt = (host: string): number => [...open].filter((slot) => slot.host === host).length
  const next = (): void => {
    if (timer) clearTimeout(timer)
    timer = null
    for (;;) {
      const host = [...waiting.keys()].find((name) => openAt(name) < mostPerHost)
      if (host === undefined || open.size >= mostOpen) return
      const now = performance.now()
      const moving = [...open].filter(({ movedAt }) => now - movedAt < idleMs)
      if (moving.length >= mostMoving) {
        const stuckIn = Math.min(...moving.map(({ movedAt }) => movedAt + idleMs - now))
        timer = setTimeout(next, Math.max(1, stuckIn))
        return
      }
      letIn(host)
    }
  }
  const letIn = (host: string): void => {
    const queue = waiting.get(host) ?? new Set()
    waiting.delete(host)
    const [go] = queue
    if (!go) return
    queue.delete(go)
    if (queue.size > 0) waiting.set(host, queue)
    go()
  }
  const admit = (host: string): Slot => {
    const slot: Open = { host, movedAt: performance.now() }
    open.add(slot)
    return {
      moved: () => {
        slot.movedAt = performance.now()
      },
      leave: () => {
        if (open.delete(slot)) next()
      },
    }
  }

  return {
    enter: (host, signal) =>
      new Promise((resolve, reject) => {
        const queue = waiting.get(host) ?? new Set()
        const go = (): void => {
          signal.removeEventListener('abort', quit)
          resolve(admit(host))
        }
        const quit = (): void => {
          queue.delete(go)
          if (queue.size === 0 && waiting.get(host) === queue) waiting.delete(host)
          next()
          reject(signal.reason as Error)
        }
        if (signal.aborted) return reject(signal.reason as Error)
        signal.addEventListener('abort', quit, { once: true })
        waiting.set(host, queue.add(go))
        next()
      }),
  }
}
