/** Each API with its fake, its official client as it comes, and one request: what the comparison of clients runs over. */
import { createFalClient } from '@fal-ai/client'
import { GoogleGenAI } from '@google/genai'
import { Client } from '@stable-canvas/comfyui-client'
import OpenAI from 'openai'
import Replicate from 'replicate'
import { WebSocket } from 'ws'
import type { ServiceKind } from '#contract/services.ts'
import { startComfyui } from '#test/stand-ins/services/comfyui/comfyui.ts'
import { FAL_KEY, startFal } from '#test/stand-ins/services/fal/fal.ts'
import { GEMINI_KEY, startFakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import type { ProviderServer } from '#test/stand-ins/services/provider-server.ts'
import { REPLICATE_KEY, startReplicate } from '#test/stand-ins/services/replicate/replicate.ts'
import { startSdWebui } from '#test/stand-ins/services/sd-webui/sd-webui.ts'

const PROMPT = 'a red fox in snow'

export interface OpenApi {
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

export const APIS: Readonly<Record<string, () => Promise<OpenApi>>> = {
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
