/**
 * A fake Stable Diffusion WebUI: real HTTP on loopback, written from its public source, which it enforces.
 *
 * Sources, read on 2026-11-22: https://github.com/lllyasviel/stable-diffusion-webui-forge at dfdcbab685e5 (2025-06-26), which carries
 * AUTOMATIC1111's API: modules/api/api.py (routes, errors, auth, `progressapi`), modules/api/models.py, modules/progress.py,
 * modules/processing.py (defaults; a checkpoint that is unknown is left out of `override_settings`, and the loaded one is used).
 */
import sharp from 'sharp'
import { makeImage } from '../../faulty-tasks.ts'
import { withText } from '../made-media.ts'
import {
  startProviderServer,
  type ProviderRequest,
  type ProviderResponse,
  type ProviderServer,
} from '../provider-server.ts'

const CHECKPOINTS = ['dreamshaper_8', 'sd_xl_base_1.0']
const SAMPLERS = ['DPM++ 2M', 'Euler a', 'Euler']

export interface SdWebui extends ProviderServer {
  /** `user:password` of `--api-auth`; null without it. */
  auth: string | null
  /** Requests wait at the sampler until it is false. */
  isHeld: boolean
  failNext: { readonly error: string; readonly errors: string } | null
  /** What is being made, by its task id. */
  readonly current: () => string | null
  readonly interrupted: () => number
}

interface Job {
  readonly id: string
  readonly steps: number
}

interface State extends SdWebui {
  readonly pending: Job[]
  running: Job | null
  interruptions: number
}

/** `port` 0 takes any that is free. */
export async function startSdWebui(port = 0): Promise<SdWebui> {
  const web = await startProviderServer((request) => respond(self, request), port)
  const self: State = Object.assign(web, {
    auth: null,
    isHeld: false,
    failNext: null,
    pending: [],
    running: null,
    interruptions: 0,
    current: () => self.running?.id ?? null,
    interrupted: () => self.interruptions,
  })
  return self
}

async function respond(at: State, request: ProviderRequest): Promise<ProviderResponse> {
  const { method, path } = request
  if (`${method} ${path}` === 'POST /internal/progress') return ownProgress(at, request)
  if (at.auth !== null && path.startsWith('/sdapi/')) {
    const expected = `Basic ${Buffer.from(at.auth).toString('base64')}`
    if (request.headers['authorization'] !== expected) {
      return { ...detail(401, 'Incorrect username or password'), headers: { 'www-authenticate': 'Basic' } }
    }
  }
  switch (`${method} ${path}`) {
    case 'GET /sdapi/v1/sd-models':
      return { status: 200, body: CHECKPOINTS.map(checkpoint) }
    case 'GET /sdapi/v1/samplers':
      return { status: 200, body: SAMPLERS.map((name) => ({ name, aliases: [], options: {} })) }
    case 'GET /sdapi/v1/schedulers':
      return { status: 200, body: ['Automatic', 'Karras'].map((label) => ({ name: label, label })) }
    case 'GET /sdapi/v1/upscalers':
      return { status: 200, body: [{ name: 'R-ESRGAN 4x+', model_name: 'RealESRGAN_x4plus', scale: 4 }] }
    case 'GET /sdapi/v1/latent-upscale-modes':
      return { status: 200, body: [{ name: 'Latent' }] }
    case 'GET /sdapi/v1/options':
      return {
        status: 200,
        body: { samples_format: 'png', sd_model_checkpoint: 'sd_xl_base_1.0.safetensors [31e35c80fc]' },
      }
    case 'GET /sdapi/v1/progress':
      return { status: 200, body: anyProgress(at) }
    case 'POST /sdapi/v1/interrupt':
      at.interruptions += 1
      at.isHeld = false
      return { status: 200, body: {} }
    case 'POST /sdapi/v1/txt2img':
    case 'POST /sdapi/v1/img2img':
      return make(at, request)
    default:
      return detail(404, 'Not Found')
  }
}

function checkpoint(name: string) {
  return {
    title: `${name}.safetensors [31e35c80fc]`,
    model_name: name,
    hash: '31e35c80fc',
    sha256: null,
    filename: `/models/${name}.safetensors`,
    config: null,
  }
}

function detail(status: number, words: string): ProviderResponse {
  return { status, body: { detail: words } }
}

/** As `handle_exception` of api.py says it. */
function exception(status: number, error: string, words: string, errors = ''): ProviderResponse {
  return { status, body: { error, detail: words, body: '', errors } }
}

async function make(at: State, { path, json }: ProviderRequest): Promise<ProviderResponse> {
  const asked = (json ?? {}) as Readonly<Record<string, unknown>>
  const wrong = WHOLE.find((name) => asked[name] !== undefined && !Number.isInteger(asked[name]))
  if (wrong !== undefined) {
    const entry = { loc: ['body', wrong], msg: 'value is not a valid integer', type: 'type_error.integer' }
    return { status: 422, body: { detail: [entry] } }
  }
  const { sampler_name: sampler = 'Euler', init_images: images, force_task_id: taskId } = asked
  if (!SAMPLERS.includes(String(sampler))) return exception(404, 'HTTPException', 'Sampler not found')
  const isFromImage = path.endsWith('img2img')
  if (isFromImage && !Array.isArray(images)) return exception(404, 'HTTPException', 'Init image not found')
  for (const image of isFromImage ? (images as readonly string[]) : []) {
    const isImage = await sharp(Buffer.from(image, 'base64'))
      .metadata()
      .then(
        () => true,
        () => false,
      )
    if (!isImage) return exception(500, 'HTTPException', 'Invalid encoded image')
  }
  const job = {
    id: typeof taskId === 'string' ? taskId : 'task(txt2img)',
    steps: Number(asked['steps'] ?? 50),
  }
  return await inTurn(at, job, () => finish(at, asked))
}

const WHOLE = [
  'steps',
  'width',
  'height',
  'batch_size',
  'n_iter',
  'seed',
  'hr_second_pass_steps',
  'mask_blur',
]
const POLL_MS = 5

/** One after the other, as `queue_lock` lets them. */
async function inTurn<Value>(at: State, job: Job, work: () => Promise<Value>): Promise<Value> {
  at.pending.push(job)
  while (at.running !== null || at.pending[0] !== job) await pause()
  at.pending.shift()
  at.running = job
  try {
    while (at.isHeld) await pause()
    return await work()
  } finally {
    at.running = null
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

async function finish(at: State, asked: Readonly<Record<string, unknown>>): Promise<ProviderResponse> {
  const failure = at.failNext
  at.failNext = null
  if (failure) return exception(500, failure.error, '', failure.errors)
  const size = (name: string): number => Math.min(256, Number(asked[name] ?? 512))
  const count = Number(asked['batch_size'] ?? 1) * Number(asked['n_iter'] ?? 1)
  const images: string[] = []
  for (let number = 0; number < count; number++) {
    const png = await makeImage(at.ledger.length * 16 + number, size('width'), size('height'))
    const text = `${String(asked['prompt'])}\nSteps: ${String(asked['steps'])}, Seed: ${String(asked['seed'])}`
    images.push(withText(png, 'parameters', text).toString('base64'))
  }
  const info = JSON.stringify({ prompt: asked['prompt'], seed: asked['seed'], index_of_first_image: 0 })
  const parameters = { ...asked, init_images: null, mask: null }
  return { status: 200, body: { images, parameters, info }, charged: true }
}

const PREVIEW =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function anyProgress({ running }: State) {
  return running
    ? { progress: 0.5, state: { job_count: 1 }, current_image: PREVIEW, current_task: running.id }
    : { progress: 0, state: { job_count: 0 }, current_image: null, current_task: null }
}

function ownProgress({ running, pending }: State, { json }: ProviderRequest): ProviderResponse {
  const { id_task: id } = (json ?? {}) as { readonly id_task?: string }
  const place = pending.findIndex((job) => job.id === id)
  const active = running?.id === id
  const common = { active, queued: place !== -1, completed: false, progress: null, live_preview: null }
  if (!active) {
    const textinfo = place === -1 ? 'Waiting...' : `In queue: ${place + 1}/${pending.length}`
    return { status: 200, body: { ...common, textinfo, id_live_preview: -1 } }
  }
  const live_preview = `data:image/png;base64,${PREVIEW}`
  return {
    status: 200,
    body: { ...common, progress: 0.25, live_preview, id_live_preview: 1, textinfo: null },
  }
}
