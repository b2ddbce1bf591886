/** ComfyUI through the core, against the fake that its public client proved. */
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { comfyui } from '#core/service/apis/comfyui/comfyui.ts'
import { assetHeaders } from '#core/service/client.ts'
import type { Comfyui } from '#test/stand-ins/services/comfyui/comfyui.ts'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/nodes.ts'
import { openComfyui } from '#test/stand-ins/services/open.ts'
import { openTestApp, connectTo, type TestApp } from '#test/stand-ins/test-app.ts'
import type { Progress } from '#contract/services.ts'
import { until } from '#test/stand-ins/until.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function openAtComfyui(checkpoints?: readonly string[]): Promise<{ service: Comfyui; app: TestApp }> {
  const service = await openComfyui(checkpoints)
  const app = await openTestApp()
  await connectTo(app, { kind: 'comfyui', baseUrl: service.baseUrl })
  return { service, app }
}

const FROM_TEXT = {
  provider: 'comfyui',
  model: 'sd15.safetensors',
  mediaType: 'image',
  scene: 'text-to-image',
  prompt: 'a red fox',
} as const

slow('makes an image with an installed checkpoint, and keeps it in the library', async () => {
  const { service, app } = await openAtComfyui()
  const { items } = await app.ask('models.list', {})
  expect(items.map(({ id, label, scenes }) => ({ id, label, scenes }))).toEqual([
    { id: 'sd15.safetensors', label: 'sd15', scenes: ['text-to-image', 'image-to-image'] },
    { id: 'sdxl.safetensors', label: 'sdxl', scenes: ['text-to-image', 'image-to-image'] },
  ])
  const options = { steps: 7, width: 128, height: 64, batch_size: 2, negative_prompt: 'blurred', seed: 5 }
  const task = await app.submitAndSave({ ...FROM_TEXT, options })
  expect(task.assetIds).toHaveLength(2)
  const [prompt, ...more] = service.prompts
  expect(more).toEqual([])
  expect(prompt?.promptId).toBe(task.remoteId)
  expect(task.id).toContain(task.remoteId)
  expect(prompt?.prompt['sampler']?.inputs).toMatchObject({ steps: 7, seed: 5, denoise: 1 })
  expect(prompt?.prompt['positive']?.inputs['text']).toBe('a red fox')
  expect(prompt?.prompt['negative']?.inputs['text']).toBe('blurred')
  const asset = await app.ask('library.get', { id: task.assetIds[0] ?? '' })
  expect(asset).toMatchObject({ width: 128, height: 64, model: 'sd15.safetensors', prompt: 'a red fox' })
})

it('adds a workflow as a model with a form, and runs it with what was asked for', async () => {
  const { service, app } = await openAtComfyui()
  const model = await app.ask('models.addWorkflow', { name: 'Bottles', workflow: TEXT_TO_IMAGE })
  expect(model).toMatchObject({ id: 'Bottles', scenes: ['text-to-image'], mediaTypes: ['image'] })
  expect(model.optionSchema).toMatchObject({
    properties: {
      negative_prompt: { type: 'string', default: 'text, watermark' },
      seed: { type: 'integer', minimum: 0 },
      steps: { type: 'integer', default: 20, minimum: 1, maximum: 10_000, title: 'Steps' },
      sampler_name: { enum: expect.arrayContaining(['euler', 'uni_pc']) as unknown, default: 'euler' },
      width: { default: 64, minimum: 16, multipleOf: 8 },
      ckpt_name: { enum: ['sd15.safetensors', 'sdxl.safetensors'] },
    },
  })
  expect((await app.ask('models.list', {})).items.map(({ id }) => id)).toContain('Bottles')
  const task = await app.submitAndSave({ ...FROM_TEXT, model: 'Bottles', options: { cfg: 3 } })
  expect(task.assetIds).toHaveLength(1)
  const nodes = service.prompts[0]?.prompt
  expect(nodes?.['6']?.inputs['text']).toBe('a red fox')
  expect(nodes?.['7']?.inputs['text']).toBe('text, watermark')
  expect(nodes?.['3']?.inputs).toMatchObject({ cfg: 3, steps: 20 })
  expect(nodes?.['3']?.inputs['seed']).not.toBe(TEXT_TO_IMAGE['3'].inputs.seed)
})

slow('takes the workflow out of an image that ComfyUI made', async () => {
  const { service, app } = await openAtComfyui()
  await app.submitAndSave(FROM_TEXT)
  const [file] = [...service.files].filter(([name]) => name.startsWith('output/'))
  const dataUrl = `data:image/png;base64,${Buffer.from(file?.[1] ?? []).toString('base64')}`
  const model = await app.ask('models.addWorkflow', { name: 'From an image', dataUrl })
  expect(Object.keys(model.optionSchema?.['properties'] ?? {})).toContain('steps')
  const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const failure = await app.failure('models.addWorkflow', {
    name: 'None',
    dataUrl: `data:image/png;base64,${plain.toString('base64')}`,
  })
  expect(failure?.id).toBe('service.comfyui.noWorkflowInFile')
})

it('names the nodes that a workflow needs and ComfyUI lacks', async () => {
  const { app } = await openAtComfyui()
  const workflow = {
    ...TEXT_TO_IMAGE,
    '10': { class_type: 'Upscale Wonder', inputs: {} },
    '11': { class_type: 'Face Mender', inputs: {} },
  }
  const failure = await app.failure('models.addWorkflow', { name: 'Wonder', workflow })
  expect(failure).toMatchObject({
    code: 'invalid_input',
    field: 'workflow',
    id: 'service.comfyui.missingNodes',
    values: { names: ['Upscale Wonder', 'Face Mender'] },
  })
  const drawn = await app.failure('models.addWorkflow', { name: 'Drawn', workflow: { nodes: [], links: [] } })
  expect(drawn?.id).toBe('service.comfyui.drawnWorkflow')
})

slow('sends an input image up first, once', async () => {
  const { service, app } = await openAtComfyui()
  const image = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'blue' } })
    .png()
    .toBuffer()
  const { id: inputId } = await app.ask('inputs.add', {
    name: 'blue.png',
    dataUrl: `data:image/png;base64,${image.toString('base64')}`,
  })
  const inputs = [{ inputId, option: 'image' }]
  const request = { ...FROM_TEXT, scene: 'image-to-image', inputs, options: { denoise: 0.4 } } as const
  await app.submitAndSave(request)
  await app.submitAndSave(request)
  const uploads = [...service.files.keys()].filter((name) => name.startsWith('input/atelier/'))
  expect(uploads).toHaveLength(1)
  expect(`input/${String(service.prompts[0]?.prompt['image']?.inputs['image'])}`).toBe(uploads[0])
  expect(service.prompts[0]?.prompt['sampler']?.inputs).toMatchObject({
    latent_image: ['encoded', 0],
    denoise: 0.4,
  })
  expect(service.prompts).toHaveLength(2)
})

it('says why ComfyUI refuses a prompt, and sends nothing for an option that is unknown', async () => {
  const { service, app } = await openAtComfyui()
  const gone = await app.submitOne({ ...FROM_TEXT, model: 'gone.safetensors' })
  const rejected = await app.untilTask(gone.id, 'rejected')
  expect(rejected.error?.message).toContain('CheckpointLoaderSimple (node model): Value not in list')
  expect(rejected.error?.message).toContain("'gone.safetensors' not in")
  const odd = await app.submitOne({ ...FROM_TEXT, options: { aspect_ratio: '1:1' } })
  expect((await app.untilTask(odd.id, 'rejected')).error?.message).toContain('no input “aspect_ratio”')
  expect(service.prompts).toEqual([])
  expect(service.requests('POST', '/prompt')).toHaveLength(1)
})

slow('says what went wrong in a run, and that a prompt is no longer known', async () => {
  const { service, app } = await openAtComfyui()
  service.queue.failNext = 'CUDA out of memory'
  const task = await app.submitOne(FROM_TEXT)
  expect((await app.untilTask(task.id, 'failed')).error?.message).toContain(
    'KSampler: RuntimeError: CUDA out of memory',
  )
  service.queue.isHeld = true
  const other = await app.submitOne(FROM_TEXT)
  await app.untilTask(other.id, 'running')
  service.queue.remove(other.id.slice(-36))
  await app.untilTask(other.id, 'gone')
})

slow(
  'saves what a run made before it failed, says why it failed, and takes that for no result of its request',
  async () => {
    const { service, app } = await openAtComfyui()
    service.queue.failNext = 'CUDA out of memory'
    service.queue.madeBeforeFailing = 1
    const task = await app.submitOne(FROM_TEXT)
    const failed = await app.untilTask(task.id, 'failed')
    expect(failed.error?.message).toContain('KSampler: RuntimeError: CUDA out of memory')
    expect(failed.assetIds).toHaveLength(1)
    expect((await app.ask('tasks.made', { requests: [FROM_TEXT] })).items).toEqual([null])
    expect((await app.submitAndSave(FROM_TEXT)).assetIds).toHaveLength(1)
  },
)

slow('a shot has no take of what a run made before it failed', async () => {
  const { service, app } = await openAtComfyui()
  service.queue.failNext = 'CUDA out of memory'
  service.queue.madeBeforeFailing = 1
  const { scene: _scene, ...shot } = FROM_TEXT
  const { id } = await app.ask('sequences.save', { name: 'Fox', shots: [shot] })
  const { planHash } = await app.ask('sequences.plan', { id })
  await app.ask('sequences.generate', { id, planHash })
  const { items } = await app.until(async () => {
    const listed = await app.ask('tasks.list', { states: ['failed'] })
    return listed.items.length > 0 && listed
  })
  expect(items.map(({ assetIds }) => assetIds.length)).toEqual([1])
  expect((await app.ask('sequences.get', { id })).shots.map(({ takes }) => takes)).toEqual([[]])
})

slow('keeps what a run made before it failed also when ComfyUI has forgotten it since', async () => {
  const { service, app } = await openAtComfyui()
  service.queue.failNext = 'CUDA out of memory'
  service.queue.madeBeforeFailing = 1
  let polls = 0
  service.rewrite = ({ path }, response) => {
    if (!path.startsWith('/history/')) return response
    polls += 1
    return polls === 1 ? response : { status: 200, body: {} }
  }
  const { id } = await app.submitOne(FROM_TEXT)
  const failed = await app.untilTask(id, 'failed')
  expect(failed.error?.message).toContain('KSampler: RuntimeError: CUDA out of memory')
  expect(failed.assetIds).toHaveLength(1)
})

slow('reads a queue of many large workflows', async () => {
  const { service, app } = await openAtComfyui()
  const { queue } = service
  queue.isHeld = true
  const nodes = Array.from({ length: 400 }, (_, id) => [
    id,
    { class_type: 'A', inputs: { a: [1], b: { c: [] } } },
  ])
  const prompt = Object.fromEntries(nodes) as object
  const others = Array.from({ length: 100 }, (_, at) => [
    at - 100,
    `p${at}`,
    prompt,
    { extra: prompt },
    ['9'],
  ])
  service.rewrite = ({ method, path }, response) => {
    if (method !== 'GET' || path !== '/queue') return response
    const { queue_pending: pending } = response.body as { readonly queue_pending: readonly unknown[] }
    return { ...response, body: { ...(response.body as object), queue_pending: [...others, ...pending] } }
  }
  const { id } = await app.submitOne(FROM_TEXT)
  await app.untilTask(id, 'running')
  const { progress } = await app.until(() =>
    app.events.flatMap(({ name, data }) => (name === 'task.progress' ? [data] : [])).at(-1),
  )
  expect(progress).toEqual({ queuePosition: 100 })
  expect(await app.ask('tasks.stop', { id })).toMatchObject({ cost: 'stopped' })
  expect(queue.pending).toEqual([])
})

it('stops the prompt that is meant, and leaves the others alone, at older servers too', async () => {
  const { service, app } = await openAtComfyui()
  const { queue } = service
  queue.isHeld = true
  queue.heedsPromptId = false
  const runs = await app.submitOne(FROM_TEXT)
  await app.untilTask(runs.id, 'running')
  queue.begin()
  const waits = await app.submitOne(FROM_TEXT)
  await app.untilTask(waits.id, 'running')
  expect(await app.ask('tasks.stop', { id: waits.id })).toMatchObject({ cost: 'stopped' })
  expect(queue.pending).toEqual([])
  expect(queue.running.map(({ promptId }) => promptId)).toEqual([runs.id.slice(-36)])
  expect(await app.ask('tasks.stop', { id: runs.id })).toMatchObject({ cost: 'stopped' })
  expect(queue.running).toEqual([])
})

it('takes the key of a proxy before it to its files too, and to no other origin', () => {
  const address = { api: comfyui, baseUrl: 'http://192.168.1.7:8188', apiKey: 'a-key-of-the-proxy' }
  const headers = (url: string) => assetHeaders(address, new URL(url))
  const bearer = { authorization: 'Bearer a-key-of-the-proxy' }
  expect(headers('http://192.168.1.7:8188/view?filename=a.png')).toEqual(bearer)
  for (const url of ['http://192.168.1.7:8189/view', 'https://192.168.1.7:8188/view', 'http://x/view']) {
    expect(headers(url)).toEqual({})
  }
})

const OWN_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])

/** Progress and previews from ComfyUI's WebSocket, and what is not taken from it. */
async function openWatch() {
  const service = await openComfyui()
  service.queue.isHeld = true
  const heard: Progress[] = []
  const stop = comfyui.watch?.(OWN_ID, { baseUrl: service.baseUrl }, (progress) => heard.push(progress))
  onTestFinished(() => stop?.())
  await until(() => service.sockets.has(OWN_ID))
  const body = JSON.stringify({ prompt: TEXT_TO_IMAGE, prompt_id: OWN_ID, client_id: OWN_ID })
  await fetch(`${service.baseUrl}/prompt`, { method: 'POST', body })
  service.queue.begin()
  return { service, heard, stop }
}

function preview(image: Uint8Array, type = 1): Uint8Array {
  return Uint8Array.from([0, 0, 0, type, 0, 0, 0, 1, ...image])
}

it('tells the steps of the sampler, and the last preview with them', async () => {
  const { service, heard } = await openWatch()
  service.queue.step(5, 20, JPEG)
  await until(() => heard.some((progress) => progress.preview !== undefined))
  service.queue.step(10, 20)
  await until(() => heard.at(-1)?.fraction === 0.5)
  expect(heard).toEqual([
    { fraction: 0.25 },
    { fraction: 0.25, preview: `data:image/jpeg;base64,${Buffer.from(JPEG).toString('base64')}` },
    { fraction: 0.5, preview: heard[1]?.preview },
  ])
})

it('takes no preview that is none, or too large, and no progress of another prompt', async () => {
  const { service, heard } = await openWatch()
  const page = new TextEncoder().encode('<html>')
  const large = new Uint8Array(300 * 1024)
  large.set(JPEG)
  service.sendRaw(preview(page))
  service.sendRaw(preview(JPEG, 2))
  service.sendRaw(preview(large))
  service.sendRaw(Uint8Array.from([0, 0]))
  const other = { type: 'progress', data: { value: 9, max: 10, prompt_id: 'another', node: '3' } }
  const padded = { type: 'progress', data: { value: 8, max: 10, more: 'x'.repeat(20_000) } }
  for (const text of [
    JSON.stringify(other),
    JSON.stringify(padded),
    'no JSON',
    '{"type":"progress","data":{"value":"x"}}',
  ]) {
    service.sendRaw(text)
  }
  service.queue.step(1, 2)
  await until(() => heard.length > 0)
  expect(heard).toEqual([{ fraction: 0.5 }])
})

it('hangs up on a message that is far too large', async () => {
  const { service, heard } = await openWatch()
  service.sendRaw(new Uint8Array(5 * 1024 * 1024))
  await until(() => !service.sockets.has(OWN_ID))
  expect(heard).toEqual([])
})

it('ends when it is told to, and never throws where nobody answers', async () => {
  const { service, stop } = await openWatch()
  stop?.()
  await until(() => !service.sockets.has(OWN_ID))
  await service.close()
  const later = comfyui.watch?.(OWN_ID, { baseUrl: service.baseUrl }, () => undefined)
  expect(() => later?.()).not.toThrow()
})

it('finds a prompt that reached ComfyUI after a proxy had given up on it', async () => {
  const { service, app } = await openAtComfyui()
  let late: unknown = null
  service.script('POST', '/prompt', ({ json }) => {
    late = json
    return { status: 504, body: 'Gateway Time-out' }
  })
  const { id } = await app.submitOne(FROM_TEXT)
  await app.until(async () => (await app.task(id)).history.some(({ kind }) => kind === 'looked_up'))
  const body = JSON.stringify(late)
  const headers = { 'content-type': 'application/json' }
  const taken = await fetch(`${service.baseUrl}/prompt`, { method: 'POST', headers, body })
  expect(taken.status).toBe(200)
  const { history } = await app.untilTask(id, 'saved')
  expect(history.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['unknown', 'looked_up', 'found']))
  expect(service.charged()).toHaveLength(1)
})
