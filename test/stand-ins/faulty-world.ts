/**
 * A service for many profiles at once with every fault by chance: one plain faulty service, a proxy before some of it that
 * cuts lines, four kinds of limits, results that come badly, and a place elsewhere to which redirects lead.
 */
import { drawFault, drawLife, generateFaults, type Fault, endpointOf } from './faults.ts'
import { respond, type FaultyResponse, type Incoming, errorObject } from './faulty-responses.ts'
import { startFaultyService, type FaultyService } from './faulty-service.ts'
import { makeImage } from './faulty-tasks.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

/** A profile's part of the world. */
export interface Endpoint {
  readonly name: string
  readonly baseUrl: string
  readonly proxied: boolean
  readonly limit: LimitKind | null
}

export interface FaultyWorld {
  readonly service: FaultyService
  readonly endpoints: readonly Endpoint[]
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

/** `openEndpoints` profiles besides one behind the proxy and one for each kind of limit. `speed` is that of the client's clock. */
export async function openFaultyWorld(
  random: () => number,
  openEndpoints: number,
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
  const nextFault = drawing(faults, random)
  const generate: FaultyResponse = {
    name: 'drawn',
    give: async (at) => {
      const refusal = limits.get(endpointOf(at.entry.path))?.refusal()
      const response = refusal ?? nextFault(world.endless).response
      at.entry.responded = response.name
      service.tasks.life = drawLife(random)
      await response.give(at)
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
    endpoints: [
      ...LIMITS.map((limit) => endpoint(`limit-${limit}`, at(`limit-${limit}`), limit)),
      { ...endpoint('proxied', at('proxied', proxy.port)), proxied: true },
      ...Array.from({ length: openEndpoints }, (_, number) =>
        endpoint(`open-${number}`, at(`open-${number}`)),
      ),
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

/** Each fault comes once, however few requests there are; then they come by chance. */
function drawing(faults: readonly Fault[], random: () => number): (endless: boolean) => Fault {
  const once = faults
    .map((fault) => ({ fault, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ fault }) => fault)
  const next = (endless: boolean): Fault => {
    const fault = once.shift()
    if (!fault) return drawFault(faults, random, endless)
    return fault.endless && !endless ? next(endless) : fault
  }
  return next
}

function endpoint(name: string, baseUrl: string, limit: LimitKind | null = null): Endpoint {
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

/** Four kinds of rate limits as services have them, each refusing in a way of its own. */
type LimitKind = 'minute' | 'burst' | 'concurrency' | 'day'

interface FaultLimit {
  readonly kind: LimitKind
  /** A refusal, or null when the request may be taken; then it counts. */
  refusal(): FaultyResponse | null
}

const MINUTE_MS = 60_000
const A_MINUTE = 12
const BURST = 6
const BURST_REFILL_PER_MS = 1 / 1_000
const AT_ONCE = 4
const TASK_TAKES_MS = 8_000
const A_DAY = 8
/** Until the day ends, in seconds. */
const REST_OF_THE_DAY_S = 40_000

/** `speed` is how many times as fast as the system's the client's clock runs: the limit's minutes pass as fast. */
function createFaultLimit(kind: LimitKind, speed: number): FaultLimit {
  const now = () => performance.now() * speed
  const admit = ADMISSIONS[kind]()
  return { kind, refusal: () => admit(now()) }
}

const ADMISSIONS: Record<LimitKind, () => (now: number) => FaultyResponse | null> = {
  minute: () => {
    let window = -1
    let used = 0
    return (now) => {
      const current = Math.floor(now / MINUTE_MS)
      if (current !== window) used = 0
      window = current
      if (++used <= A_MINUTE) return null
      const waitS = Math.ceil(((current + 1) * MINUTE_MS - now) / 1_000)
      return refuse('a minute', { 'retry-after': String(waitS) })
    }
  },
  burst: () => {
    let tokens = BURST
    let filledAt = 0
    return (now) => {
      tokens = Math.min(BURST, tokens + (now - filledAt) * BURST_REFILL_PER_MS)
      filledAt = now
      if (tokens < 1) return refuse('a burst')
      tokens--
      return null
    }
  },
  concurrency: () => {
    let atWork: number[] = []
    return (now) => {
      atWork = atWork.filter((endsAt) => endsAt > now)
      if (atWork.length >= AT_ONCE) return refuse('at once')
      atWork.push(now + TASK_TAKES_MS)
      return null
    }
  },
  day: () => {
    let used = 0
    return () => {
      if (++used <= A_DAY) return null
      const tomorrow = new Date(Date.now() + REST_OF_THE_DAY_S * 1_000)
      return refuse('a day', { 'retry-after': tomorrow.toUTCString() })
    }
  },
}

function refuse(what: string, headers: Readonly<Record<string, string>> = {}): FaultyResponse {
  return { ...respond(429, errorObject(429, `the limit ${what} is reached`), headers), name: `429 ${what}` }
}
