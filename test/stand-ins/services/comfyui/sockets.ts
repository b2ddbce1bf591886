/** The WebSocket of the fake ComfyUI: one socket a client id, messages and previews. Sources in comfyui.ts. */
import { WebSocketServer, type WebSocket } from 'ws'
import type { ProviderServer } from '../provider-server.ts'

/** https://github.com/Comfy-Org/ComfyUI/blob/master/protocol.py */
const PREVIEW_IMAGE = 1
const PREVIEW_IMAGE_WITH_METADATA = 4
const JPEG = 1

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
