/**
 * A fake ComfyUI: real HTTP and WebSocket on loopback, written from its public source, which it enforces.
 *
 * Sources, read on 2026-11-22: https://github.com/Comfy-Org/ComfyUI at a125cd84b054 (2025-10-12), server.py (routes, WebSocket,
 * previews), execution.py (validation, queue, history), main.py (worker), nodes.py, comfy_execution/progress.py, and server.py at
 * 002c3fb9a504, which takes a `prompt_id` only as a UUID in lower case with hyphens. A `prompt_id` of the client's is taken since
 * https://github.com/Comfy-Org/ComfyUI/pull/8189 (2025-07-14); `takesIds: false` is a server from before. A repeated id is run again.
 */
import type { WebSocket } from 'ws'
import { makeImage } from '../../faulty-tasks.ts'
import { madeAudio, madeVideo, withText } from '../made-media.ts'
import {
  startProviderServer,
  type ProviderRequest,
  type ProviderResponse,
  type ProviderServer,
} from '../provider-server.ts'
import { nodeClasses, nodeInfo, type NodeClass } from './nodes.ts'
import { ComfyuiQueue, openSockets, tuple, type QueueItem } from './queue.ts'
import { validatePrompt, type Prompt } from './validate.ts'

const CHECKPOINTS = ['sd15.safetensors', 'sdxl.safetensors']

export interface Comfyui extends Omit<ProviderServer, 'close'> {
  readonly queue: ComfyuiQueue
  /** Files by folder (`input`, `output`, `temp`) and name. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Each prompt that was taken, in order: on rented hardware, what it costs. */
  readonly prompts: readonly QueueItem[]
  readonly sockets: ReadonlyMap<string, WebSocket>
  readonly classes: Map<string, NodeClass>
  takesIds: boolean
  /** Sends these bytes to every client. */
  sendRaw(bytes: Uint8Array | string): void
  close(): Promise<void>
}

export async function startComfyui(checkpoints: readonly string[] = CHECKPOINTS): Promise<Comfyui> {
  const files = new Map<string, Uint8Array>([['input/example.png', await makeImage(0, 64, 64)]])
  const inputs = () => [...files.keys()].flatMap((key) => (key.startsWith('input/') ? [key.slice(6)] : []))
  const classes = new Map<string, NodeClass>(Object.entries(nodeClasses(checkpoints, [])))
  const prompts: QueueItem[] = []
  const web = await startProviderServer((request) => respond(self, request, inputs))
  const live = openSockets(web)
  const queue = new ComfyuiQueue({
    save: (item, nodeId) => saveFiles(files, item, nodeId),
    send: live.send,
    sendPreview: live.sendPreview,
  })
  const self: ComfyuiState = Object.assign(web, {
    queue,
    files,
    prompts,
    classes,
    checkpoints,
    sockets: live.sockets,
    takesIds: true,
    sendRaw: live.sendRaw,
    close: closeBoth(live.close, web.close),
  })
  return self
}

interface ComfyuiState extends Comfyui {
  readonly files: Map<string, Uint8Array>
  readonly prompts: QueueItem[]
  readonly checkpoints: readonly string[]
}

function closeBoth(first: () => void, then: () => Promise<void>): () => Promise<void> {
  return () => {
    first()
    return then()
  }
}

async function respond(
  at: ComfyuiState,
  request: ProviderRequest,
  inputs: () => readonly string[],
): Promise<ProviderResponse> {
  const { method, query } = request
  // Every route also stands under /api.
  const path = request.path.replace(/^\/api(?=\/)/, '')
  const json = (request.json ?? {}) as Record<string, unknown>
  const [, folder, rest = ''] = path.split('/')
  switch (`${method} /${folder}`) {
    case 'GET /system_stats':
      return { status: 200, body: SYSTEM_STATS }
    case 'GET /object_info':
      return { status: 200, body: objectInfo(at, inputs(), rest) }
    case 'GET /prompt': {
      const remaining = at.queue.pending.length + at.queue.running.length
      return { status: 200, body: { exec_info: { queue_remaining: remaining } } }
    }
    case 'POST /prompt':
      return request.json === undefined ? BROKEN : takePrompt(at, json, inputs())
    case 'GET /queue': {
      const { running, pending } = at.queue
      return {
        status: 200,
        body: { queue_running: running.map(tuple), queue_pending: pending.map(tuple) },
      }
    }
    case 'POST /queue':
      for (const id of (json['delete'] ?? []) as readonly string[]) at.queue.remove(id)
      return { status: 200, body: '' }
    case 'POST /interrupt':
      at.queue.interrupt(json['prompt_id'] as string | undefined)
      return { status: 200, body: '' }
    case 'GET /history': {
      const { history } = at.queue
      if (rest !== '') return { status: 200, body: history[rest] ? { [rest]: history[rest] } : {} }
      const most = Number(query.get('max_items') ?? Infinity)
      return { status: 200, body: Object.fromEntries(Object.entries(history).slice(-most)) }
    }
    case 'GET /view':
      return view(at.files, query)
    case 'POST /upload':
      return upload(at.files, request)
    default:
      return { status: 404, body: '404: Not Found', headers: { 'content-type': 'text/plain' } }
  }
}

const BROKEN: ProviderResponse = {
  status: 500,
  body: '500 Internal Server Error\n\nServer got itself in trouble',
  headers: { 'content-type': 'text/plain; charset=utf-8' },
}

function objectInfo(at: ComfyuiState, inputs: readonly string[], only: string): object {
  const now = nodeClasses(at.checkpoints, inputs) as Readonly<Record<string, NodeClass>>
  const known = [...at.classes].map(([name, node]) => [name, nodeInfo(name, now[name] ?? node)] as const)
  return Object.fromEntries(known.filter(([name]) => only === '' || name === only))
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function takePrompt(
  at: ComfyuiState,
  json: Readonly<Record<string, unknown>>,
  inputs: readonly string[],
): ProviderResponse {
  const refuse = (error: object, nodeErrors: object = {}): ProviderResponse => ({
    status: 400,
    body: { error, node_errors: nodeErrors },
  })
  if (json['prompt'] === undefined) {
    const words = 'No prompt provided'
    return refuse({ type: 'no_prompt', message: words, details: words, extra_info: {} })
  }
  const given = at.takesIds ? json['prompt_id'] : undefined
  if (given !== undefined && given !== null && !(typeof given === 'string' && UUID.test(given))) {
    return refuse({
      type: 'invalid_prompt_id',
      message: 'prompt_id must be a valid UUID',
      details:
        'prompt_id must be a UUID string in canonical lowercase hyphenated form; omit it to let the server generate one',
      extra_info: {},
    })
  }
  const prompt = json['prompt'] as Prompt
  const { error, outputs, nodeErrors } = validatePrompt(prompt, { classes: at.classes, files: inputs })
  if (error) return refuse(error, nodeErrors)
  const extraData = { ...(json['extra_data'] as object | undefined), create_time: Date.now() }
  const client = json['client_id'] === undefined ? {} : { client_id: json['client_id'] }
  const item: QueueItem = {
    number: Number(json['number'] ?? at.prompts.length),
    promptId: typeof given === 'string' ? given : crypto.randomUUID(),
    prompt,
    extraData: { ...extraData, ...client },
    outputs,
  }
  at.prompts.push(item)
  at.queue.put(item)
  const { promptId: prompt_id, number } = item
  return { status: 200, body: { prompt_id, number, node_errors: nodeErrors }, charged: true }
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  mp4: 'video/mp4',
  wav: 'audio/wav',
}

function view(files: ReadonlyMap<string, Uint8Array>, query: URLSearchParams): ProviderResponse {
  const [type, subfolder, filename] = [
    query.get('type') ?? 'output',
    query.get('subfolder') ?? '',
    query.get('filename') ?? '',
  ]
  if (filename.startsWith('/') || filename.includes('..')) return { status: 400, body: '' }
  const bytes = files.get([type, subfolder, filename].filter((part) => part !== '').join('/'))
  if (!bytes) return { status: 404, body: '' }
  const mimeType = MIME_TYPES[filename.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const headers = { 'content-type': mimeType, 'content-disposition': `filename="${filename}"` }
  return { status: 200, body: bytes, headers }
}

async function upload(files: Map<string, Uint8Array>, { form }: ProviderRequest): Promise<ProviderResponse> {
  const file = form?.get('image')
  if (!form || !(file instanceof File) || file.name === '') return { status: 400, body: '' }
  const bytes = Buffer.from(await file.arrayBuffer())
  const type = textOf(form, 'type') || 'input'
  const subfolder = textOf(form, 'subfolder')
  const place = (name: string) => [type, subfolder, name].filter((part) => part !== '').join('/')
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? []
  let name = file.name
  for (let at = 1; textOf(form, 'overwrite') !== 'true'; at++) {
    const there = files.get(place(name))
    if (!there || bytes.equals(there)) break
    name = `${stem} (${at})${extension}`
  }
  files.set(place(name), bytes)
  return { status: 200, body: { name, subfolder, type } }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** What an output node saves: a video, a sound, or as many images as the batch, each with the prompt in it as SaveImage writes it. */
async function saveFiles(files: Map<string, Uint8Array>, item: QueueItem, nodeId: string) {
  const { class_type: saver = '' } = item.prompt[nodeId] ?? {}
  const type = saver === 'PreviewImage' ? 'temp' : 'output'
  const save = (bytes: Uint8Array, prefix: string, extension: string) => {
    const filename = `${prefix}_${String(files.size + 1).padStart(5, '0')}_.${extension}`
    files.set(`${type}/${filename}`, bytes)
    return { filename, subfolder: '', type }
  }
  if (saver === 'SaveVideo') return { images: [save(await madeVideo(), 'ComfyUI', 'mp4')], animated: [true] }
  // ComfyUI itself writes FLAC.
  if (saver === 'SaveAudio') return { audio: [save(madeAudio(), 'ComfyUI', 'wav')] }
  const latent = Object.values(item.prompt).find(({ class_type }) => class_type === 'EmptyLatentImage')
  const { width = 64, height = 64, batch_size: count = 1 } = (latent?.inputs ?? {}) as Record<string, number>
  const images = []
  for (let at = 0; at < count; at++) {
    const image = await makeImage(files.size, Math.min(width, 256), Math.min(height, 256))
    const prefix = type === 'temp' ? 'ComfyUI_temp' : 'ComfyUI'
    images.push(save(withText(image, 'prompt', JSON.stringify(item.prompt)), prefix, 'png'))
  }
  return { images }
}

const SYSTEM_STATS = {
  system: { os: 'posix', comfyui_version: '0.3.65', argv: ['main.py'] },
  devices: [{ name: 'cuda:0 Fake', type: 'cuda', index: 0 }],
}
