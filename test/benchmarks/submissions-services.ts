/**
 * What one press becomes at each API when its response is lost: with our client and with the API's own, and after a break at every
 * byte of the response.
 *
 * `npm run bench -- submissions-services [--stride 17]`: with 1 every byte, else every so many.
 */
import { startCore, type DrivenCore } from '#test/stand-ins/core-driver.ts'
import { until } from '#test/stand-ins/until.ts'
import { APIS, type OpenApi } from './api-clients.ts'
import { inFolder, readNumbers } from './frame.ts'

const SPEED = 20
const PATIENCE_MS = 60_000
/** More than any response of the fakes has. */
const MOST_BYTES = 60_000
/** Enough for every retry of any client. */
const MOST_RETRIES = 12

interface Fault {
  readonly name: string
  begin(api: OpenApi): void
}

const FAULTS: readonly Fault[] = [
  { name: 'no fault', begin: () => undefined },
  { name: 'dropped before its first byte', begin: ({ server }) => void (server.cutChargedAfter = 0) },
  { name: 'dropped in its head', begin: ({ server }) => void (server.cutChargedAfter = 40) },
  { name: 'dropped in its body', begin: ({ server }) => void (server.cutChargedAfter = 200) },
  {
    name: '503, no reason',
    begin: ({ server, submitPath }) => {
      for (let times = 0; times < MOST_RETRIES; times++)
        server.script('POST', submitPath, { status: 503, body: '' })
    },
  },
]

/** Prints both tables. */
export async function run(args: readonly string[]): Promise<void> {
  const { stride } = readNumbers(args, { stride: 17 })
  const rows: Record<string, Record<string, number>> = {}
  const drops: Record<string, object> = {}
  for (const [name, open] of Object.entries(APIS)) {
    const ours: Record<string, number> = {}
    const theirs: Record<string, number> = {}
    for (const fault of FAULTS) {
      ours[fault.name] = await withApi(open, (api) => submitHere(api, fault))
      const requests = await withApi(open, (api) => submitOfficially(api, fault))
      if (requests !== null) theirs[fault.name] = requests
    }
    rows[`${name}: Atelier`] = ours
    rows[`${name}: its client`] = theirs
    drops[name] = await withApi(open, (api) => dropEverywhere(api, stride))
  }
  console.log('Submissions that one press becomes, each client with the retries it is delivered with')
  console.table(rows)
  console.log(
    `The response broken off after ${stride === 1 ? 'every byte' : `every ${stride}th byte`}, our client`,
  )
  console.table(drops)
}

const PROMPT = 'a red fox in snow'

async function withApi<T>(open: () => Promise<OpenApi>, act: (api: OpenApi) => Promise<T>): Promise<T> {
  const api = await open()
  try {
    return await act(api)
  } finally {
    await api.close()
  }
}

async function withCore<T>(api: OpenApi, act: (core: DrivenCore) => Promise<T>): Promise<T> {
  return inFolder(async (dataDir) => {
    const core = startCore({ dataDir, speed: SPEED, originMs: Date.now() })
    try {
      await core.ready
      const { kind, baseUrl, apiKey } = api
      const made = await core.call('profiles.create', {
        kind,
        name: kind,
        baseUrl,
        ...(apiKey && { apiKey }),
      })
      if (made) await core.call('profiles.activate', { id: made.id })
      return await act(core)
    } finally {
      await core.kill()
    }
  })
}

/** Returns how many submissions one press became. */
function submitHere(api: OpenApi, fault: Fault): Promise<number> {
  fault.begin(api)
  return withCore(api, async (core) => {
    await submitAndRest(core, api, PROMPT)
    return submissionsOf(api)
  })
}

/** The same with the API's own client; null where there is none. */
async function submitOfficially(api: OpenApi, fault: Fault): Promise<number | null> {
  if (!api.submitOfficially) return null
  fault.begin(api)
  await api.submitOfficially().catch(() => undefined)
  return submissionsOf(api)
}

function submissionsOf({ server, submitPath }: OpenApi): number {
  return server.requests('POST', submitPath).length
}

/** Waits until the submission is over; returns what became of the task, and whether the service was asked for it. */
async function submitAndRest(core: DrivenCore, { kind, model, options }: OpenApi, prompt: string) {
  const request = { provider: kind, mediaType: 'image', model, scene: 'text-to-image', prompt } as const
  const submitted = await core.call('tasks.submit', {
    requests: [{ ...request, ...(options && { options }) }],
  })
  const id = submitted?.tasks[0]?.id ?? ''
  const isOver = async () => {
    const task = await core.call('tasks.get', { id })
    if (task === null || ['queued', 'sending', 'saving'].includes(task.state)) return false
    return { state: task.state, isFound: task.history.some(({ kind: what }) => what === 'found') }
  }
  return until(isOver, { what: `the task at ${kind}`, patienceMs: PATIENCE_MS })
}

/** Until a response is whole. A press is lost when it is neither followed, saved nor said to be of unknown outcome. */
async function dropEverywhere(api: OpenApi, stride: number): Promise<object> {
  return withCore(api, async (core) => {
    const { server } = api
    const states: Record<string, number> = {}
    let presses = 0
    let losses = 0
    for (let bytes = 0; bytes < MOST_BYTES; bytes += stride) {
      server.cutChargedAfter = bytes
      const { state, isFound } = await submitAndRest(core, api, `fox ${bytes}`)
      presses++
      states[state] = (states[state] ?? 0) + 1
      if (!['unknown', 'running', 'saved', 'unsaved'].includes(state)) losses++
      if (!isFound && (state === 'saved' || state === 'running')) break
    }
    const submissions = submissionsOf(api)
    return { presses, submissions, duplicates: submissions - presses, 'silent losses': losses, ...states }
  })
}
