/**
 * The queue, the history and the one worker of the fake ComfyUI, with what it tells over its WebSocket. Sources in comfyui.ts.
 *
 * Prompts run by themselves, or stay where they are until a test lets them go on.
 */
import { WebSocketServer, type WebSocket } from 'ws'
import type { ProviderServer } from '../provider-server.ts'
import type { Prompt } from './validate.ts'

export interface QueueItem {
  readonly number: number
  readonly promptId: string
  readonly prompt: Prompt
  readonly extraData: Readonly<Record<string, unknown>>
  readonly outputs: readonly string[]
}

interface Outside {
  /** Makes the files of an output node. */
  readonly save: (item: QueueItem, nodeId: string) => Promise<object>
  /** To one client, or to all. */
  readonly send: (type: string, data: object, clientId?: string) => void
  readonly sendPreview: (clientId: string, metadata: object, image: Uint8Array) => void
}

/** As a queue tells of an item. */
export function tuple({ number, promptId, prompt, extraData, outputs }: QueueItem): readonly unknown[] {
  return [number, promptId, prompt, extraData, outputs]
}

export class ComfyuiQueue {
  readonly pending: QueueItem[] = []
  readonly running: QueueItem[] = []
  /** The server forgets it when it starts again. */
  history: Record<string, object> = {}
  /** Of `/interrupt`; servers before September 2025 do not. */
  heedsPromptId = true
  /** Prompts stay in the queue until `begin`, and a running one at its sampler until `finish`. */
  isHeld = false
  /** The next prompt fails at its sampler with these words. */
  failNext: string | null = null
  /** Output nodes that come to their end before that. */
  madeBeforeFailing = 0
  readonly #outside: Outside

  constructor(outside: Outside) {
    this.#outside = outside
  }

  put(item: QueueItem): void {
    this.pending.push(item)
    this.pending.sort((one, other) => one.number - other.number)
    this.#status()
    if (!this.isHeld) setImmediate(() => this.begin())
  }

  /** Starts the next one where nothing runs. */
  begin(): void {
    const item = this.running.length === 0 ? this.pending.shift() : undefined
    if (!item) return
    this.running.push(item)
    this.#status()
    this.#tell(item, 'execution_start', {})
    this.#tell(item, 'execution_cached', { nodes: [] })
    this.#tell(item, 'executing', { node: samplerOf(item) })
    if (!this.isHeld) void this.finish()
  }

  /** Ends the one that runs. */
  async finish(): Promise<void> {
    const [item] = this.running
    if (!item) return
    const words = this.failNext
    this.failNext = null
    const outputs: Record<string, object> = {}
    for (const id of item.outputs.slice(0, words === null ? undefined : this.madeBeforeFailing)) {
      const output = await this.#outside.save(item, id)
      outputs[id] = output
      this.#tell(item, 'executed', { node: id, output })
    }
    if (!this.running.includes(item)) return
    if (words !== null) {
      const failure = { exception_message: words, exception_type: 'RuntimeError', traceback: [] }
      return this.#stop(item, 'execution_error', failure, outputs)
    }
    this.#tell(item, 'execution_success', {})
    this.#end(item, { outputs, meta: {} }, [['execution_success', { prompt_id: item.promptId }]], true)
  }

  /** Everything goes on by itself. */
  async release(): Promise<void> {
    this.isHeld = false
    await this.finish()
    this.begin()
  }

  interrupt(promptId: string | undefined): void {
    const [item] = this.running
    if (item && (!this.heedsPromptId || promptId === undefined || item.promptId === promptId)) {
      this.#stop(item, 'execution_interrupted', {})
    }
  }

  remove(promptId: string): void {
    const at = this.pending.findIndex((item) => item.promptId === promptId)
    if (at !== -1) this.pending.splice(at, 1)
    this.#status()
  }

  /** A step of the running sampler, with a preview where there are bytes. */
  step(value: number, max: number, preview?: Uint8Array): void {
    const [item] = this.running
    if (!item) return
    const node = samplerOf(item)
    const state = { value, max, state: 'running', node_id: node, prompt_id: item.promptId }
    this.#tell(item, 'progress_state', { nodes: { [node]: state } })
    this.#tell(item, 'progress', { value, max, node })
    const metadata = { node_id: node, prompt_id: item.promptId, image_type: 'image/jpeg' }
    if (preview) this.#outside.sendPreview(clientOf(item), metadata, preview)
  }

  #stop(item: QueueItem, event: string, more: object, outputs: object = {}): void {
    const node = samplerOf(item)
    const data = { prompt_id: item.promptId, node_id: node, node_type: 'KSampler', executed: [], ...more }
    this.#tell(item, event, data)
    this.#end(item, { outputs }, [[event, data]], false)
  }

  #end(item: QueueItem, result: object, messages: readonly unknown[], isGood: boolean): void {
    this.running.splice(this.running.indexOf(item), 1)
    const status = { status_str: isGood ? 'success' : 'error', completed: isGood, messages }
    this.history[item.promptId] = { prompt: tuple(item), outputs: {}, status, ...result }
    this.#status()
    this.#tell(item, 'executing', { node: null })
    if (!this.isHeld) this.begin()
  }

  #tell(item: QueueItem, type: string, data: object): void {
    const clientId = clientOf(item)
    if (clientId !== '') this.#outside.send(type, { ...data, prompt_id: item.promptId }, clientId)
  }

  #status(): void {
    const remaining = this.pending.length + this.running.length
    this.#outside.send('status', { status: { exec_info: { queue_remaining: remaining } } })
  }
}

function clientOf({ extraData }: QueueItem): string {
  const id = extraData['client_id']
  return typeof id === 'string' ? id : ''
}

function samplerOf({ prompt }: QueueItem): string {
  return Object.entries(prompt).find(([, node]) => node.class_type === 'KSampler')?.[0] ?? '0'
}

/** https://github.com/Comfy-Org/ComfyUI/blob/master/protocol.py */
const PREVIEW_IMAGE = 1
const PREVIEW_IMAGE_WITH_METADATA = 4
const JPEG = 1

/** One socket a client id, with messages and previews. */
export function openSockets({ server }: ProviderServer) {
  const sockets = new Map<string, WebSocket>()
  const takesMetadata = new Set<string>()
  const websocket = new WebSocketServer({ server, path: '/ws' })
  websocket.on('connection', (socket, request) => {
    const clientId = new URL(request.url ?? '/', 'http://comfyui').searchParams.get('clientId') ?? ''
    sockets.set(clientId, socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.get(clientId) === socket && sockets.delete(clientId))
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString('utf8')) as { type: string; data: Record<string, unknown> }
      if (message.type !== 'feature_flags') return
      if (message.data['supports_preview_metadata'] === true) takesMetadata.add(clientId)
      const flags = { supports_preview_metadata: true, max_upload_size: 104_857_600 }
      socket.send(JSON.stringify({ type: 'feature_flags', data: flags }))
    })
    const status = { exec_info: { queue_remaining: 0 } }
    socket.send(JSON.stringify({ type: 'status', data: { status, sid: clientId } }))
  })
  const to = (clientId: string | undefined, message: string | Uint8Array): void => {
    for (const [id, socket] of sockets) if (clientId === undefined || id === clientId) socket.send(message)
  }
  return {
    sockets,
    send: (type: string, data: object, clientId?: string) => to(clientId, JSON.stringify({ type, data })),
    sendPreview: (clientId: string, metadata: object, image: Uint8Array) => {
      const text = Buffer.from(JSON.stringify(metadata))
      const head = takesMetadata.has(clientId)
        ? [uint32(PREVIEW_IMAGE_WITH_METADATA), uint32(text.length), text]
        : [uint32(PREVIEW_IMAGE), uint32(JPEG)]
      to(clientId, Buffer.concat([...head, image]))
    },
    sendRaw: (bytes: Uint8Array | string) => to(undefined, bytes),
    close: () => {
      for (const socket of sockets.values()) socket.terminate()
      websocket.close()
    },
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
