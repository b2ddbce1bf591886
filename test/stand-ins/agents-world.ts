/** The sample service behind a gateway, the host that the user runs, and agents that sit before it in every way there is. */
import { setTimeout as pause } from 'node:timers/promises'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { LocalService } from '#local-service/server.ts'
import { openHttpClient, openStdioClient, type AgentClient, type Generation } from './agents-clients.ts'
import { startAgentsHost, type AgentsHost, type Programs } from './agents-host.ts'
import { openCountingGateway, type RequestFate } from './counting-gateway.ts'

export interface Seat {
  /** Seats of the same agent have the same. */
  readonly agent: string
  /** Requests a day that need no approval. */
  readonly budget: number
  /** @throws where the answer was lost. */
  readonly call: AgentClient['call']
  /** The same agent over a connection of its own, where it has a token. */
  readonly again: AgentClient['call']
}

export interface WorldOptions {
  readonly dataDir: string
  readonly service: LocalService
  readonly programs: Programs
  readonly random: () => number
}

export type AgentsWorld = Awaited<ReturnType<typeof openAgentsWorld>>

interface Counts {
  calls: number
  lost: number
  kills: number
}

const BUDGET = 12
/** Of the answers over HTTP. */
const LOST_ANSWERS = 0.15
const STARTS = 40
const RETRY_MS = 50

export async function openAgentsWorld(options: WorldOptions, fate: () => RequestFate) {
  const { dataDir, programs, random, service } = options
  const gateway = await openCountingGateway(service.baseUrl, service.apiKey, fate)
  const noise: string[] = []
  const counts = { calls: 0, lost: 0, kills: 0 }
  let host = await startAgentsHost(programs, dataDir)
  let disturbing = Promise.resolve()
  const { id: profileId } = await host.call('profiles.create', {
    name: 'Trial',
    baseUrl: gateway.baseUrl,
    apiKey: 'trial',
  })
  await host.call('profiles.activate', { id: profileId })
  await host.call('settings.set', { queue: { concurrency: 24 } })

  const { seats, lines } = await openSeats(options, () => host, counts, noise)
  const restart = async (downMs: number): Promise<void> => {
    counts.kills += 1
    await host.kill()
    await pause(downMs)
    host = await startAgain(programs, dataDir)
    await host.call('profiles.setKey', { id: profileId, apiKey: 'trial' })
  }
  const ask = async <Name extends RouteName>(
    route: Name,
    input: RouteInput<Name>,
  ): Promise<RouteOutput<Name> | null> => host.call(route, input).catch(() => null)
  return {
    gateway,
    profileId,
    seats,
    noise,
    calls: () => counts.calls,
    lostAnswers: () => counts.lost,
    kills: () => counts.kills,
    /** A call of the user's page; null where it fails or the host is gone. */
    ask,
    insist: <Name extends RouteName>(route: Name, input: RouteInput<Name>) => host.call(route, input),
    killHost: (downMs: number): Promise<void> => (disturbing = disturbing.then(() => restart(downMs))),
    killStdio: (): void => {
      counts.kills += 1
      kill((random() < 0.5 ? lines.stdio : lines.earlierStdio).pid())
    },
    /** Resolves when the host runs and nothing else is going to happen to it. */
    calm: () => disturbing,
    close: async (): Promise<void> => {
      await disturbing.catch(() => undefined)
      await Promise.all(Object.values(lines).map((line) => line.close()))
      await host.close()
      await gateway.close()
    },
  }
}

/** Agents in every way in, each with its budget. */
async function openSeats(
  { dataDir, programs, random }: WorldOptions,
  host: () => AgentsHost,
  counts: Counts,
  noise: string[],
) {
  const isLost = (): boolean => {
    const lost = random() < LOST_ANSWERS
    if (lost) counts.lost += 1
    return lost
  }
  const http = (generation: Generation, token: string) => () =>
    openHttpClient(generation, host().origin, token, isLost)
  const program = [process.execPath, programs.stdio, '--no-local-service', '--data-dir', dataDir]
  const onNoise = (error: Error): void => {
    if (/JSON|parse|token/iu.test(error.message)) noise.push(`on standard output: ${error.message}`)
  }
  const stdio = (generation: Generation, token?: string) => () =>
    openStdioClient(generation, program, token, onNoise)
  const create = (name: string, requestsPerDay: number) =>
    host().call('agents.create', { name, budget: { requestsPerDay } })
  const [first, second, third] = [
    await create('first', 0),
    await create('second', BUDGET),
    await create('third', 0),
  ]
  const lines = {
    http: createLine(http('current', first.token), counts),
    earlierHttp: createLine(http('earlier', second.token), counts),
    stdio: createLine(stdio('current', third.token), counts),
    earlierStdio: createLine(stdio('earlier'), counts),
  }
  const fresh = (open: () => Promise<AgentClient>): AgentClient['call'] => createLine(open, counts).once
  const seats: readonly Seat[] = [
    { agent: 'first', budget: 0, call: lines.http.call, again: fresh(http('earlier', first.token)) },
    {
      agent: 'second',
      budget: BUDGET,
      call: lines.earlierHttp.call,
      again: fresh(http('current', second.token)),
    },
    { agent: 'third', budget: 0, call: lines.stdio.call, again: fresh(http('current', third.token)) },
    { agent: 'anonymous', budget: 0, call: lines.earlierStdio.call, again: lines.earlierStdio.call },
  ]
  return { seats, lines }
}

function kill(pid: number | null): void {
  try {
    if (pid !== null) process.kill(pid, 'SIGKILL')
  } catch {
    // It ended a moment ago by itself.
  }
}

/** A stdio program may just be taking the directory, and has no door yet. */
async function startAgain(programs: Programs, dataDir: string): Promise<AgentsHost> {
  for (let start = 1; ; start++) {
    try {
      return await startAgentsHost(programs, dataDir)
    } catch (error) {
      if (start === STARTS) throw error
      await pause(RETRY_MS)
    }
  }
}

/** One client that is opened when it is needed and again when it has failed. */
function createLine(open: () => Promise<AgentClient>, counts: Counts) {
  let opening: Promise<AgentClient> | null = null
  const call: AgentClient['call'] = async (tool, input, signal) => {
    counts.calls += 1
    const current = (opening ??= open())
    try {
      return await (await current).call(tool, input, signal)
    } catch (error) {
      // Who only gave up waiting keeps the line.
      if (opening === current && !signal?.aborted) {
        opening = null
        void current.then((client) => client.close()).catch(() => undefined)
      }
      throw error
    }
  }
  let pid: number | null = null
  return {
    call,
    /** Opened for one call. */
    once: async (...asked: Parameters<AgentClient['call']>): ReturnType<AgentClient['call']> => {
      counts.calls += 1
      const client = await open()
      try {
        return await client.call(...asked)
      } finally {
        await client.close().catch(() => undefined)
      }
    },
    pid: (): number | null => {
      void opening?.then((client) => (pid = client.pid)).catch(() => undefined)
      return pid
    },
    close: async (): Promise<void> => {
      await (await opening?.catch(() => null))?.close()
    },
  }
}
