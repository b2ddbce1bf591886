/**
 * How many requests one submission becomes, fault by fault: with the best known clients, as they come, and with ours.
 *
 * `npm run bench -- submissions-clients [--stride 17]`; then the same for each API, see submissions-services.ts.
 * All speak to the same faulty service on loopback; each client has the retry settings it is delivered with.
 */
import { createFalClient } from '@fal-ai/client'
import OpenAI from 'openai'
import Replicate from 'replicate'
import { startCore } from '#test/stand-ins/core-driver.ts'
import {
  accept,
  brokenJson,
  cutResponse,
  dropAfterBody,
  dropBeforeBody,
  dropDuringBody,
  errorObject,
  rateLimited,
  respond,
  type FaultyResponse,
} from '#test/stand-ins/faulty-responses.ts'
import { startFaultyService, type FaultyService } from '#test/stand-ins/faulty-service.ts'
import { inFolder } from './frame.ts'
import { run as compareServices } from './submissions-services.ts'
import { until } from '#test/stand-ins/until.ts'

const PROMPT = 'a red fox in snow'
const PATIENCE_MS = 60_000

interface Kind {
  readonly name: string
  readonly answer: FaultyResponse
  /** Only the first request is answered so. */
  readonly once?: boolean
}

const KINDS: readonly Kind[] = [
  { name: 'no fault', answer: accept },
  { name: 'dropped before the body', answer: dropBeforeBody },
  { name: 'dropped during the body', answer: dropDuringBody },
  { name: 'dropped after the body', answer: dropAfterBody },
  { name: 'cut answer', answer: cutResponse },
  { name: 'broken JSON', answer: brokenJson },
  { name: '500 with a reason', answer: respond(500, errorObject(500, 'broken')) },
  { name: '500 bare', answer: respond(500, '') },
  { name: '502 page', answer: respond(502, '<html>bad gateway</html>') },
  { name: '503 bare', answer: respond(503, '') },
  { name: '429 once', answer: rateLimited(), once: true },
  { name: '429 once, Retry-After 1', answer: rateLimited('1'), once: true },
]

const CLIENTS: Readonly<Record<string, (baseUrl: string) => Promise<unknown>>> = {
  Atelier: submitHere,
  replicate: (baseUrl) =>
    new Replicate({ auth: 'key', baseUrl }).predictions.create({
      version: 'sample',
      input: { prompt: PROMPT },
    }),
  fal: (baseUrl) =>
    createFalClient({
      credentials: 'key',
      // The client's own way to another address.
      proxyUrl: { url: `${baseUrl}/queue`, when: 'always' },
    }).queue.submit('stand-in/sample', { input: { prompt: PROMPT } }),
  openai: (baseUrl) =>
    new OpenAI({ apiKey: 'key', baseURL: baseUrl }).images.generate({ model: 'sample', prompt: PROMPT }),
}

/** Prints the tables: requests that one submission became, here and at each API. */
export async function run(args: readonly string[] = []): Promise<void> {
  const rows = await Promise.all(
    KINDS.map(async (kind) => {
      const counts = await Promise.all(
        Object.entries(CLIENTS).map(
          async ([name, submit]) => [name, await requestsOf(kind, submit)] as const,
        ),
      )
      return [kind.name, Object.fromEntries(counts)] as const
    }),
  )
  console.log('Requests that one submission becomes, each client with the retries it is delivered with')
  console.table(Object.fromEntries(rows))
  await compareServices(args)
}

async function requestsOf(kind: Kind, submit: (baseUrl: string) => Promise<unknown>): Promise<number> {
  const service = await startFaultyService()
  try {
    answerAll(service, kind)
    await submit(service.baseUrl).catch(() => undefined)
    return service.ledger.filter(({ method }) => method === 'POST').length
  } finally {
    await service.close()
  }
}

/** The other clients have paths of their own. */
function answerAll(service: FaultyService, { answer, once = false }: Kind): void {
  for (const place of ['generate', 'elsewhere'] as const) {
    service.always(place, once ? accept : answer)
    if (once) service.script(place, answer)
  }
}

/** Resolves when nothing is queued or on its way any more. */
async function submitHere(baseUrl: string): Promise<void> {
  await inFolder(async (dataDir) => {
    const core = startCore({ dataDir, speed: 1, originMs: Date.now() })
    try {
      await core.ready
      await core.setLocalService(baseUrl)
      const request = {
        provider: 'stand-in',
        mediaType: 'image',
        model: 'sample',
        scene: 'text-to-image',
        prompt: PROMPT,
      } as const
      await core.call('tasks.submit', { requests: [request] })
      const over = async () => {
        const state = await core.call('queue.state', {})
        return state !== null && state.counts.queued + state.counts.sending === 0
      }
      await until(over, { what: 'the request to be over', patienceMs: PATIENCE_MS })
      await core.close()
    } finally {
      await core.kill()
    }
  })
}
