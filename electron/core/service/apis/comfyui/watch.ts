/**
 * The progress and the previews of one prompt, from ComfyUI's WebSocket.
 *
 * Sources: Comfy-Org/ComfyUI, server.py (`websocket_handler`, `send_image`), main.py (`hijack_progress`), protocol.py. What concerns
 * a prompt goes to the client id that it was sent with: ours is the id of the prompt.
 */
import { Buffer } from 'node:buffer'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { Progress } from '#contract/services.ts'
import { encodeDataUri } from '#core/media/data-uri.ts'

const PREVIEW_IMAGE = 1
const HEAD_BYTES = 8
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024
/** A message of progress has some hundred. */
const MAX_NEWS_BYTES = 16 * 1024
const MAX_PREVIEW_BYTES = 256 * 1024
const HANDSHAKE_TIMEOUT_MS = 10_000
/** A preview a step is more than anybody sees. */
const MIN_WAIT_MS = 250
const JPEG = Buffer.from('ffd8ff', 'hex')
const PNG = Buffer.from('89504e47', 'hex')

const progressSchema = z.object({
  type: z.literal('progress'),
  data: z.object({ value: z.number(), max: z.number().positive(), prompt_id: z.string().optional() }),
})

export function watch(
  remoteId: string,
  baseUrl: string,
  onProgress: (progress: Progress) => void,
): () => void {
  const url = `${baseUrl.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(remoteId)}`
  const socket = new WebSocket(url, {
    maxPayload: MAX_MESSAGE_BYTES,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    perMessageDeflate: false,
  })
  let told: Progress = {}
  let previewAt = -Infinity
  // Progress is a courtesy: without it, polling goes on.
  socket.on('error', () => socket.terminate())
  socket.on('message', (data, isBinary) => {
    const now = performance.now()
    if (isBinary && now - previewAt < MIN_WAIT_MS) return
    const news = isBinary ? previewIn(data) : progressIn(data, remoteId)
    if (!news) return
    if (news.preview !== undefined) previewAt = now
    told = { ...told, ...news }
    onProgress(told)
  })
  return () => socket.terminate()
}

/** Of a sampler, in whose steps a run spends its time. */
function progressIn(data: Buffer, remoteId: string): Progress | null {
  if (data.length > MAX_NEWS_BYTES) return null
  const parsed = progressSchema.safeParse(jsonIn(data))
  if (!parsed.success) return null
  const { value, max, prompt_id: promptId = remoteId } = parsed.data.data
  if (promptId !== remoteId || max <= 1) return null
  return { fraction: Math.min(1, Math.max(0, value / max)) }
}

function jsonIn(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8')) as unknown
  } catch {
    return null
  }
}

/** Four bytes say what it is, four the format, then the image follows. */
function previewIn(data: Buffer): Progress | null {
  if (data.length <= HEAD_BYTES || data.length > MAX_PREVIEW_BYTES) return null
  if (data.readUInt32BE(0) !== PREVIEW_IMAGE) return null
  const image = data.subarray(HEAD_BYTES)
  const mimeType = image.subarray(0, 3).equals(JPEG)
    ? 'image/jpeg'
    : image.subarray(0, 4).equals(PNG)
      ? 'image/png'
      : null
  return mimeType === null ? null : { preview: encodeDataUri(mimeType, image) }
}
