/**
 * What one press becomes at each API when its response is lost: with our client and with the API's own, each with the retries it is
 * delivered with.
 *
 * `npm run bench -- submissions-services`. What comes of a break at every byte, the tests show (`test/core/service/apis/drops.ts`).
 */
import OpenAI from 'openai'
import Replicate from 'replicate'
import { createFalClient } from '@fal-ai/client'
import { GoogleGenAI } from '@google/genai'
import { Client } from '@stable-canvas/comfyui-client'
import { WebSocket } from 'ws'
import { startCore, type DrivenCore } from '#test/stand-ins/core-driver.ts'
import { until } from '#test/stand-ins/until.ts'
import type { ServiceKind } from '#contract/services.ts'
import { startComfyui } from '#test/stand-ins/services/comfyui/comfyui.ts'
import { FAL_KEY, startFal } from '#test/stand-ins/services/fal/fal.ts'
import { GEMINI_KEY, startFakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import type { ProviderServer } from '#test/stand-ins/services/provider-server.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import { startSdWebui } from '#test/stand-ins/services/sd-webui/sd-webui.ts'
import { inFolder } from './frame.ts'

/** Each API with its fake, its official client as it comes, and one request: what the comparison of clients runs over. */
const PROMPT = 'a red fox in snow'

interface OpenApi {
  readonly kind: ServiceKind
  readonly baseUrl: string
  readonly apiKey?: string
  readonly model: string
  readonly options?: { readonly [name: string]: number }
  /** Where submissions go, by the end of their path. */
  readonly submitPath: string
  readonly server: Pick<ProviderServer, 'requests' | 'script' | 'cutChargedAfter'>
  /** The provider's own client, or a public one, with the retries it is delivered with; null where there is none. */
  readonly submitOfficially: (() => Promise<unknown>) | null
  close(): Promise<void>
}

const APIS: Readonly<Record<string, () => Promise<OpenApi>>> = {
  replicate: async () => {
    const { server, baseUrl, close } = await startReplicate()
    const client = new Replicate({ auth: REPLICATE_KEY, baseUrl: `${baseUrl}/v1` })
    const model = 'black-forest-labs/flux-schnell'
    const submitOfficially = () => client.predictions.create({ version: model, input: { prompt: PROMPT } })
    const at = { kind: 'replicate', baseUrl, apiKey: REPLICATE_KEY, model } as const
    return { ...at, submitPath: '/v1/predictions', server, submitOfficially, close }
  },
  fal: async () => {
    const { server, baseUrl, close } = await startFal()
    const model = 'fal-ai/flux/schnell'
    // The client knows the public hosts alone; its own middleware leads it here.
    const client = createFalClient({
      credentials: FAL_KEY,
      requestMiddleware: async (request) => ({
        ...request,
        url: request.url.replace(/^https:\/\/(?:queue\.fal\.run|rest\.fal\.ai)/u, baseUrl),
      }),
    })
    const submitOfficially = () => client.queue.submit(model, { input: { prompt: PROMPT } })
    const at = { kind: 'fal', baseUrl, apiKey: FAL_KEY, model } as const
    return { ...at, submitPath: `/${model}`, server, submitOfficially, close }
  },
  openai: async () => {
    const server = await startFakeOpenai()
    server.imageSide = 8
    const { baseUrl, close } = server
    const client = new OpenAI({ apiKey: OPENAI_KEY, baseURL: `${baseUrl}/v1` })
    const model = 'gpt-image-1'
    const submitOfficially = () => client.images.generate({ model, prompt: PROMPT })
    const at = { kind: 'openai', baseUrl, apiKey: OPENAI_KEY, model } as const
    return { ...at, submitPath: '/images/generations', server, submitOfficially, close }
  },
  gemini: async () => {
    const server = await startFakeGemini()
    server.imageSide = 8
    const { baseUrl, close } = server
    const client = new GoogleGenAI({ apiKey: GEMINI_KEY, httpOptions: { baseUrl } })
    const model = 'gemini-3-pro-image'
    const submitOfficially = () => client.models.generateContent({ model, contents: PROMPT })
    const at = { kind: 'gemini', baseUrl, apiKey: GEMINI_KEY, model } as const
    return { ...at, submitPath: ':generateContent', server, submitOfficially, close }
  },
  comfyui: async () => {
    const server = await startComfyui()
    const { baseUrl, close } = server
    const client = new Client({ api_host: new URL(baseUrl).host, clientId: 'client-1', WebSocket, fetch })
    const prompt = {
      '1': { class_type: 'EmptyAudio', inputs: { duration: 1, sample_rate: 44_100, channels: 2 } },
      '2': { class_type: 'SaveAudio', inputs: { filename_prefix: 'a', audio: ['1', 0] } },
    }
    const submitOfficially = () => client.queuePrompt(0, { prompt, workflow: {} })
    const at = { kind: 'comfyui', baseUrl, model: 'sd15.safetensors' } as const
    return { ...at, submitPath: '/prompt', server, submitOfficially, close }
  },
  'sd-webui': async () => {
    const server = await startSdWebui()
    const { baseUrl, close } = server
    const at = {
      kind: 'sd-webui',
      baseUrl,
      model: 'dreamshaper_8',
      options: { width: 64, height: 64 },
    } as const
    return { ...at, submitPath: '/txt2img', server, submitOfficially: null, close }
  },
}

const SPEED = 20
/** Enough for every retry of any client. */
const MAX_RETRIES = 12

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
      for (let times = 0; times < MAX_RETRIES; times++)
        server.script('POST', submitPath, { status: 503, body: '' })
    },
  },
]

export async function run(): Promise<void> {
  const rows: Record<string, Record<string, number>> = {}
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
  }
  console.log('Submissions that one press becomes, each client with the retries it is delivered with')
  console.table(rows)
}

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
  const { kind, model, options } = api
  const request = {
    provider: kind,
    mediaType: 'image',
    model,
    scene: 'text-to-image',
    prompt: PROMPT,
  } as const
  return withCore(api, async (core) => {
    const submitted = await core.call('tasks.submit', {
      requests: [{ ...request, ...(options && { options }) }],
    })
    const id = submitted?.tasks[0]?.id ?? ''
    const isOver = async () => {
      const task = await core.call('tasks.get', { id })
      return task !== null && !['queued', 'sending', 'saving'].includes(task.state)
    }
    await until(isOver, { what: `the task at ${kind}` })
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
