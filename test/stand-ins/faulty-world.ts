/**
 * A service for many profiles at once with every fault by chance: one plain faulty service, a proxy before some of it that
 * cuts lines, four kinds of limits, results that come badly, and a place elsewhere to which redirects lead.
 */
import { drawFault, drawLife, generateFaults, type Fault } from './fault-plan.ts'
import { createFaultLimit, type LimitKind } from './fault-limits.ts'
import { laneOf } from './fault-ledger.ts'
import { respond, type FaultyResponse, type Incoming } from './faulty-responses.ts'
import { startFaultyService, type FaultyService } from './faulty-service.ts'
import { makeImage } from './faulty-tasks.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

/** A profile's part of the world. */
export interface Lane {
  readonly name: string
  readonly baseUrl: string
  readonly proxied: boolean
  readonly limit: LimitKind | null
}

export interface FaultyWorld {
  readonly service: FaultyService
  readonly lanes: readonly Lane[]
  readonly faults: readonly Fault[]
  /** Whether a request may be held open without end. */
  endless: boolean
  /** Generate requests so far. */
  readonly received: number
  /** Requests that followed a redirect. */
  redirected(): number
  /** Generate requests that came over a connection that was used before. */
  reused(): number
  close(): Promise<void>
}

const LIMITS: readonly LimitKind[] = ['minute', 'burst', 'concurrency', 'day']
/** One in so many connections through the proxy is cut, and one in so many finds it closed. */
const CUT_ONE_IN = 6
const REFUSE_ONE_IN = 40
/** Results come well this often. */
const RIGHT_FILES = 0.93

/** `openLanes` profiles besides one behind the proxy and one for each kind of limit. `speed` is that of the client's clock. */
export async function openFaultyWorld(
  random: () => number,
  openLanes: number,
  speed: number,
): Promise<FaultyWorld> {
  const service = await startFaultyService()
  const elsewhere = await startFaultyService()
  const proxy = await startTcpProxy(service.port)
  const faults = generateFaults(`${elsewhere.baseUrl}/api/v1/generate`)
  const limits = new Map(LIMITS.map((kind) => [`limit-${kind}`, createFaultLimit(kind, speed)]))
  const used = new Set<number>()
  let reused = 0
  let received = 0

  let reopened: Promise<unknown> | null = null
  /** Another socket may take the port meanwhile: listening is tried until it is free again. */
  const refuseForAMoment = (): void => {
    if (reopened) return
    const listen = () =>
      proxy.listen().then(
        () => true,
        () => false,
      )
    reopened = (async () => {
      await proxy.refuse()
      await until(listen, { what: 'the proxy to listen again' })
      reopened = null
    })()
  }
  const generate: FaultyResponse = {
    name: 'drawn',
    give: async (at) => {
      const refusal = limits.get(laneOf(at.entry.path))?.refusal()
      const answer = refusal ?? drawFault(faults, random, world.endless).answer
      at.entry.answered = answer.name
      service.tasks.life = drawLife(random)
      await answer.give(at)
    },
  }
  service.resetReused = true
  service.always('generate', generate)
  service.always('file', () => (random() < RIGHT_FILES ? rightFile : badFile(random)))
  service.onRequest = ({ method, socketId }) => {
    if (method === 'POST') received++
    if (method === 'POST' && used.has(socketId)) reused++
    used.add(socketId)
    proxy.cutUpAfterBytes = random() * CUT_ONE_IN < 1 ? Math.floor(random() * 600) : Infinity
    proxy.cutDownAfterBytes = random() * CUT_ONE_IN < 1 ? Math.floor(random() * 300) : Infinity
    if (random() * REFUSE_ONE_IN < 1) refuseForAMoment()
  }
  const at = (name: string, port = service.port) => `http://127.0.0.1:${port}/${name}`
  const world: FaultyWorld = {
    service,
    faults,
    endless: true,
    lanes: [
      ...LIMITS.map((limit) => lane(`limit-${limit}`, at(`limit-${limit}`), limit)),
      { ...lane('proxied', at('proxied', proxy.port)), proxied: true },
      ...Array.from({ length: openLanes }, (_, number) => lane(`open-${number}`, at(`open-${number}`))),
    ],
    get received() {
      return received
    },
    redirected: () => elsewhere.ledger.length,
    reused: () => reused,
    close: async () => {
      await reopened
      await Promise.all([service.close(), elsewhere.close(), proxy.close()])
    },
  }
  return world
}

function lane(name: string, baseUrl: string, limit: LimitKind | null = null): Lane {
  return { name, baseUrl, proxied: false, limit }
}

const images = new Map<string, Promise<Buffer>>()

/** The same image for the same address, drawn once. */
const rightFile: FaultyResponse = {
  name: 'file',
  give: async ({ entry, response }) => {
    const number = (/(\d+)-\d+-\d+\.png$/.exec(entry.path)?.[1] ?? '0').slice(-2)
    const bytes = await (images.get(number) ?? drawn(number))
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length }).end(bytes)
  },
}

function drawn(number: string): Promise<Buffer> {
  const bytes = makeImage(Number(number))
  images.set(number, bytes)
  return bytes
}

function badFile(random: () => number): FaultyResponse {
  const kinds = [respond(500, ''), respond(200, '<html>sign in</html>'), cutFile]
  return kinds[Math.floor(random() * kinds.length)] ?? cutFile
}

const cutFile: FaultyResponse = {
  name: 'cut file',
  give: ({ response }: Incoming) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 90_000 })
    response.write(Buffer.alloc(20_000), () => response.destroy())
  },
}
