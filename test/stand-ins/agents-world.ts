/** The sample service behind a gateway, the host that the user runs, and agents that sit before it in every way there is. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { LocalService } from '#local-service/server.ts'
import { openHttpClient, openStdioClient, type AgentClient, type Generation } from './agents-clients.ts'
import { startAgentsHost, type AgentsHost, type Programs } from './agents-host.ts'
import { promptOf } from './faults.ts'
import { listen } from './loopback.ts'

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
const LOST_RESPONSES = 0.15
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
    lostResponses: () => counts.lost,
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
    const lost = random() < LOST_RESPONSES
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

/** A stdio program may just be taking the directory, and has no server yet. */
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

/** What becomes of a generate request. */
export type RequestFate = 'pass' | 'lose it' | 'lose the answer'

interface CountingGateway {
  readonly baseUrl: string
  /** How many generate requests came, by prompt. */
  readonly received: ReadonlyMap<string, number>
  /** The tasks that the service made, by prompt. */
  readonly made: ReadonlyMap<string, readonly string[]>
  close(): Promise<void>
}

/**
 * Stands before a generation service, counts the generate requests that came for each prompt, and loses some of them: before the
 * service has them, or after, so that its answer never comes. `fate` is asked once for each generate request.
 */
async function openCountingGateway(
  serviceUrl: string,
  apiKey: string,
  fate: () => RequestFate,
): Promise<CountingGateway> {
  const received = new Map<string, number>()
  const made = new Map<string, string[]>()
  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request)
    const isGenerate = request.method === 'POST' && request.url?.endsWith('/api/v1/generate') === true
    const prompt = isGenerate ? promptOf(JSON.parse(body.toString())) : ''
    if (isGenerate) received.set(prompt, (received.get(prompt) ?? 0) + 1)
    const chosen = isGenerate ? fate() : 'pass'
    if (chosen === 'lose it') return void request.socket.destroy()
    const { method = 'GET' } = request
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body.length > 0 && { 'content-type': request.headers['content-type'] ?? '' }),
    }
    const answer = await fetch(`${serviceUrl}${request.url}`, {
      method,
      headers,
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (isGenerate && answer.ok)
      made.set(prompt, [
        ...(made.get(prompt) ?? []),
        String(Object(JSON.parse(bytes.toString())).data.taskId),
      ])
    if (chosen === 'lose the answer') return void request.socket.destroy()
    const type = answer.headers.get('content-type')
    response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(bytes)
  }
  const server = createServer((request, response) => {
    forward(request, response).catch(() => request.socket.destroy())
  })
  const { origin, close } = await listen(server)
  return { baseUrl: origin, received, made, close }
}
