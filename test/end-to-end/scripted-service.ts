/**
 * A generation service that answers as a test says, and counts what it is asked: for what the sample studio never does.
 *
 * Owns the wire. What an answer means to Atelier is what the tests are about.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { listen } from '../stand-ins/loopback.ts'
import { test as base, type Host } from './studio.ts'

/** `drop`: the request is read whole, and the connection ends without an answer. */
export type Reply =
  | 'drop'
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: unknown
    }

export interface Script {
  /** `count` is 1 for the first request. Without it every request is accepted as `task-<count>`. */
  generate?(count: number, body: Readonly<Record<string, unknown>>): Reply | undefined
  /** Without it, or without an answer of it, every task is done, and its result is the file `<id>.png`. */
  task?(id: string, count: number): Reply | undefined
  /** The listing of models, given the address of a file here; there is none without it. */
  models?(fileUrl: ScriptedService['fileUrl']): Reply
  /** Without it every file is a small image. */
  file?(name: string, count: number): Reply | undefined
}

export interface ScriptedService {
  readonly baseUrl: string
  /** Generate requests that arrived whole. */
  generateRequests(): number
  fileUrl(name: string): string
}

export interface Scripted {
  start(script?: Script): Promise<ScriptedService>
  /** A service, and a host without the sample service that has it as its active profile. */
  open(script?: Script): Promise<{ readonly service: ScriptedService; readonly host: Host }>
  /** Makes the service a profile of the host, and that profile the active one. Resolves to its id. */
  connect(host: Host, service: ScriptedService, name?: string): Promise<string>
}

export const IMAGE = await sharp({
  create: { width: 240, height: 160, channels: 3, background: '#3b6ea5' },
})
  .png()
  .toBuffer()

export const test = base.extend<{ scripted: Scripted }>({
  scripted: async ({ studio }, provide) => {
    const open: (() => Promise<void>)[] = []
    async function startService(script: Script = {}): Promise<ScriptedService> {
      const { service, close } = await startScripted(script)
      open.push(close)
      return service
    }
    await provide({
      start: startService,
      connect: connectTo,
      async open(script) {
        const service = await startService(script)
        const host = await studio.startHost({ localService: false })
        await connectTo(host, service)
        return { service, host }
      },
    })
    for (const close of open) await close()
  },
})

async function connectTo(host: Host, { baseUrl }: ScriptedService, name = 'Test service'): Promise<string> {
  const made = await host.call('profiles.create', { name, baseUrl, apiKey: 'any-key' })
  const { id } = made.data as unknown as { id: string }
  await host.call('profiles.activate', { id })
  return id
}

/** Submits one request for an image, past the form. Resolves to the task's id. */
export async function submit(host: Host, prompt: string, more: Readonly<object> = {}): Promise<string> {
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt }
  const response = await host.call('tasks.submit', { requests: [request], ...more })
  return (response.data as unknown as { tasks: { id: string }[] }).tasks[0]?.id ?? ''
}

export function taskReply(id: string, status: string, taskResult: unknown = null): Reply {
  return { body: { code: 0, message: 'ok', data: { id, status, mediaType: 'image', taskResult } } }
}

async function startScripted(script: Script): Promise<{ service: ScriptedService; close(): Promise<void> }> {
  let generated = 0
  const counts = new Map<string, number>()
  const countOf = (path: string): number => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count
  }

  function answer(request: IncomingMessage, body: string): Reply {
    const { pathname } = new URL(request.url ?? '/', 'http://service')
    const [, taskId] = /^\/api\/v1\/task\/(.+)$/.exec(pathname) ?? []
    const [, file] = /^\/files\/(.+)$/.exec(pathname) ?? []
    if (pathname === '/api/v1/generate') {
      generated += 1
      const accepted = { body: { code: 0, message: 'ok', data: { taskId: `task-${generated}` } } }
      return script.generate?.(generated, JSON.parse(body) as Record<string, unknown>) ?? accepted
    }
    if (taskId !== undefined) {
      const done = taskReply(taskId, 'SUCCESS', { images: [{ url: service.fileUrl(`${taskId}.png`) }] })
      return script.task?.(taskId, countOf(pathname)) ?? done
    }
    if (file !== undefined) {
      const image = { headers: { 'content-type': 'image/png' }, body: IMAGE }
      return script.file?.(file, countOf(pathname)) ?? image
    }
    if (pathname.endsWith('/ai/models') && script.models !== undefined) return script.models(service.fileUrl)
    return { status: 404, body: { code: 404, message: 'There is nothing here.' } }
  }

  const server = createServer((request, response) => {
    text(request).then(
      (body) => send(response, answer(request, body)),
      () => response.destroy(),
    )
  })
  const { origin: baseUrl, close } = await listen(server)
  const service: ScriptedService = {
    baseUrl,
    generateRequests: () => generated,
    fileUrl: (name) => `${baseUrl}/files/${name}`,
  }
  return { service, close }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'drop') {
    response.socket?.destroy()
    return
  }
  const { status = 200, headers = {}, body } = reply
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  response.writeHead(status, isRaw ? headers : { 'content-type': 'application/json', ...headers })
  response.end(isRaw ? body : JSON.stringify(body ?? {}))
}
