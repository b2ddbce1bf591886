/**
 * What one press costs at each API when the response to it is lost: with the official client, as it comes, and with ours.
 *
 * Each provider's fake on loopback takes the request, counts it as paid, and breaks its response off. Printed by
 * `npm run bench -- submissions-clients`. ComfyUI is left out: nothing is paid there.
 */
import { createFalClient } from '@fal-ai/client'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import Replicate from 'replicate'
import type { ServiceKind } from '#contract/services.ts'
import { startCore } from '#test/stand-ins/core-driver.ts'
import { FAL_KEY, startFal } from '#test/stand-ins/services/fal/fal.ts'
import { GEMINI_KEY, startFakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import type { ProviderServer } from '#test/stand-ins/services/provider-server.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import { until } from '#test/stand-ins/until.ts'
import { inFolder } from './frame.ts'

const PROMPT = 'a red fox in snow'
const PATIENCE_MS = 60_000

/** Bytes of the response that still arrive: none, a part of its head, and its head with a part of the body. */
const CUTS: Readonly<Record<string, number | null>> = {
  'no fault': null,
  'no response': 0,
  'in the head': 40,
  'in the body': 200,
}

interface Api {
  readonly kind: ServiceKind
  readonly key: string
  readonly model: string
  open(): Promise<{ readonly server: ProviderServer; readonly baseUrl: string; close(): Promise<void> }>
  /** With the official client. */
  submit(baseUrl: string): Promise<unknown>
}

const APIS: readonly Api[] = [
  {
    kind: 'replicate',
    key: REPLICATE_KEY,
    model: 'black-forest-labs/flux-schnell',
    open: startReplicate,
    submit: (baseUrl) =>
      new Replicate({ auth: REPLICATE_KEY, baseUrl: `${baseUrl}/v1` }).predictions.create({
        version: 'black-forest-labs/flux-schnell',
        input: { prompt: PROMPT },
      }),
  },
  {
    kind: 'fal',
    key: FAL_KEY,
    model: 'fal-ai/flux/schnell',
    open: startFal,
    submit: (baseUrl) =>
      falClient(baseUrl).queue.submit('fal-ai/flux/schnell', { input: { prompt: PROMPT } }),
  },
  {
    kind: 'openai',
    key: OPENAI_KEY,
    model: 'gpt-image-2',
    open: async () => asOpened(await startFakeOpenai()),
    submit: (baseUrl) =>
      new OpenAI({ apiKey: OPENAI_KEY, baseURL: `${baseUrl}/v1` }).images.generate({
        model: 'gpt-image-2',
        prompt: PROMPT,
      }),
  },
  {
    kind: 'gemini',
    key: GEMINI_KEY,
    model: 'gemini-3-pro-image',
    open: async () => asOpened(await startFakeGemini()),
    submit: (baseUrl) =>
      new GoogleGenAI({ apiKey: GEMINI_KEY, httpOptions: { baseUrl } }).models.generateContent({
        model: 'gemini-3-pro-image',
        contents: PROMPT,
      }),
  },
]

function asOpened(server: ProviderServer) {
  return { server, baseUrl: server.baseUrl, close: () => server.close() }
}

/** The client knows the public hosts alone; its own middleware leads it here. */
function falClient(baseUrl: string) {
  return createFalClient({
    credentials: FAL_KEY,
    requestMiddleware: async (request) =>
      Promise.resolve({ ...request, url: request.url.replace(/^https:\/\/queue\.fal\.run/u, baseUrl) }),
  })
}

/** Prints the table: paid requests that one press became. */
export async function printPaidRequests(): Promise<void> {
  const rows: Record<string, Record<string, number>> = {}
  for (const api of APIS) {
    for (const [cut, bytes] of Object.entries(CUTS)) {
      rows[`${api.kind}, ${cut}`] = {
        Atelier: await paidRequests(api, bytes, (baseUrl) => submitHere(api, baseUrl)),
        'official client': await paidRequests(api, bytes, (baseUrl) => api.submit(baseUrl)),
      }
    }
  }
  console.log('Paid requests that one press becomes at each API, by where the response breaks off')
  console.table(rows)
}

async function paidRequests(
  api: Api,
  cut: number | null,
  submit: (baseUrl: string) => Promise<unknown>,
): Promise<number> {
  const service = await api.open()
  try {
    service.server.cutChargedAfter = cut
    await submit(service.baseUrl).catch(() => undefined)
    return service.server.charged().length
  } finally {
    await service.close()
  }
}

/** Resolves when the request is over, whatever became of it. */
async function submitHere({ kind, key, model }: Api, baseUrl: string): Promise<void> {
  await inFolder(async (dataDir) => {
    const core = startCore({ dataDir, speed: 1, originMs: Date.now() })
    try {
      await core.ready
      const profile = await core.call('profiles.create', { name: kind, kind, baseUrl, apiKey: key })
      await core.call('profiles.activate', { id: profile?.id ?? '' })
      const request = {
        provider: kind,
        mediaType: 'image',
        scene: 'text-to-image',
        model,
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
