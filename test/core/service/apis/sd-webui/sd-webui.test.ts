/** Stable Diffusion WebUI through the core, against the fake that is written from its source. */
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { sdWebui } from '#core/service/apis/sd-webui/sd-webui.ts'
import type { Progress } from '#contract/services.ts'
import { openSdWebui } from '#test/stand-ins/services/open.ts'
import { openTestApp, connectTo } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { until } from '#test/stand-ins/until.ts'

async function openAtWebui() {
  const service = await openSdWebui()
  const app = await openTestApp()
  const profileId = await connectTo(app, { kind: 'sd-webui', baseUrl: `${service.baseUrl}/sdapi/v1` })
  return { service, app, profileId }
}

const FROM_TEXT = {
  provider: 'sd-webui',
  model: 'dreamshaper_8',
  mediaType: 'image',
  scene: 'text-to-image',
  prompt: 'a red fox',
} as const

it('lists its checkpoints, the loaded one first, with a form of its own lists', async () => {
  const { app } = await openAtWebui()
  const { items } = await app.ask('models.list', {})
  expect(items.map(({ id }) => id)).toEqual(['sd_xl_base_1.0', 'dreamshaper_8'])
  expect(items[0]?.optionSchema).toMatchObject({
    properties: {
      width: { default: 1_024 },
      sampler_name: { enum: ['DPM++ 2M', 'Euler a', 'Euler'] },
      scheduler: { enum: ['Automatic', 'Karras'] },
      hr_upscaler: { enum: ['Latent', 'R-ESRGAN 4x+'] },
    },
  })
})

it('makes images with one request, whose result is in the response', async () => {
  const { service, app } = await openAtWebui()
  const options = { width: 128, height: 64, steps: 5, sampler_name: 'Euler a', batch_size: 2 }
  const task = await app.submitAndSave({ ...FROM_TEXT, options })
  expect(task.assetIds).toHaveLength(2)
  expect(await app.ask('library.get', { id: task.assetIds[0] ?? '' })).toMatchObject({
    width: 128,
    height: 64,
  })
  const [request, ...more] = service.requests('POST', '/txt2img')
  expect(more).toEqual([])
  expect(request?.json).toMatchObject({
    ...options,
    prompt: 'a red fox',
    seed: expect.any(Number) as number,
    override_settings: { sd_model_checkpoint: 'dreamshaper_8' },
    force_task_id: task.id.slice(-36),
  })
})

slow('changes an image in its own shape, and only where the mask says', async () => {
  const { service, app } = await openAtWebui()
  const add = async (width: number, height: number, background: string) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
    const dataUrl = `data:image/png;base64,${bytes.toString('base64')}`
    return (await app.ask('inputs.add', { name: 'input.png', dataUrl })).id
  }
  const inputs = [
    { inputId: await add(400, 100, 'blue'), option: 'image' },
    { inputId: await add(400, 100, 'white'), option: 'mask_image' },
  ]
  await app.submitAndSave({
    ...FROM_TEXT,
    scene: 'image-to-image',
    inputs,
    options: { denoising_strength: 0.4 },
  })
  const [request] = service.requests('POST', '/img2img')
  const body = request?.json as Record<string, unknown>
  expect(body).toMatchObject({ width: 1_024, height: 256, denoising_strength: 0.4, inpainting_fill: 1 })
  expect([body['mask'], (body['init_images'] as unknown[])[0]]).toEqual([
    expect.stringMatching(/^iVBOR/) as string,
    expect.stringMatching(/^iVBOR/) as string,
  ])
  expect(Object.keys(body)).not.toContain('mask_image')
})

slow('says in its own words why it refuses or fails, and what was wrong with the options', async () => {
  const { service, app } = await openAtWebui()
  const endOf = async (options: Record<string, number | string>) => {
    const { id } = await app.submitOne({ ...FROM_TEXT, options })
    return (await app.untilTask(id, 'rejected')).error?.message
  }
  expect(await endOf({ sampler_name: 'None' })).toContain('Sampler not found')
  expect(await endOf({ steps: 'many' })).toContain('body.steps: value is not a valid integer')
  service.failNext = { error: 'OutOfMemoryError', errors: 'CUDA out of memory.' }
  expect(await endOf({})).toContain('OutOfMemoryError: CUDA out of memory.')
  expect(service.charged()).toEqual([])
})

it('takes a name and a password, and says where the API is off', async () => {
  const { service, app, profileId } = await openAtWebui()
  expect(await app.ask('profiles.test', { id: profileId })).toMatchObject({
    reachable: true,
    authorized: true,
  })
  service.auth = 'ann:secret'
  expect(await app.ask('profiles.test', { id: profileId })).toMatchObject({ authorized: false })
  await app.ask('profiles.setKey', { id: profileId, apiKey: 'ann:secret' })
  expect(await app.ask('profiles.test', { id: profileId })).toMatchObject({ authorized: true })
  service.script('GET', '/samplers', { status: 404, body: { detail: 'Not Found' } })
  const { message } = await app.ask('profiles.test', { id: profileId })
  expect(message).toContain('--api')
})

const NOT_RUNNING = { active: false, queued: false, completed: false, textinfo: 'Waiting...' }
const NO_PAGE = { status: 404, body: { detail: 'Not Found' } }

it.each([
  ['it waits for another', undefined],
  ['the WebUI does not know it yet', { status: 200, body: NOT_RUNNING }],
  ['the WebUI has finished it', { status: 200, body: { ...NOT_RUNNING, completed: true } }],
  ['its page is off', NO_PAGE],
])('interrupts nothing of others while %s', async (_, says) => {
  const { service, app } = await openAtWebui()
  service.isHeld = true
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ prompt: 'of somebody else', force_task_id: 'another' })
  const other = fetch(`${service.baseUrl}/sdapi/v1/txt2img`, { method: 'POST', headers, body })
  await app.until(() => service.requests('POST', '/txt2img').length === 1)
  const { id } = await app.submitOne(FROM_TEXT)
  await app.until(() => service.requests('POST', '/txt2img').length === 2)
  service.rewrite = ({ path }, response) => (path === '/internal/progress' ? (says ?? response) : response)
  expect(await app.call('tasks.stop', { id })).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(service.interrupted()).toBe(0)
  service.isHeld = false
  expect((await other).status).toBe(200)
  await app.untilTask(id, 'saved')
})

it('ends a request early also where the page of the WebUI is off', async () => {
  const { service, app } = await openAtWebui()
  service.isHeld = true
  const { id } = await app.submitOne(FROM_TEXT)
  await app.until(() => service.current() !== null)
  service.rewrite = ({ path }, response) => (path === '/internal/progress' ? NO_PAGE : response)
  expect(await app.ask('tasks.stop', { id })).toMatchObject({ cost: 'stopped' })
  expect(service.interrupted()).toBe(1)
  await app.untilTask(id, 'saved')
})

slow('sends one request at a time, tells how far it is, and ends it early when it is stopped', async () => {
  const { service, app } = await openAtWebui()
  service.isHeld = true
  const [first, second] = [await app.submitOne(FROM_TEXT), await app.submitOne(FROM_TEXT)]
  const told = () => app.events.flatMap(({ name, data }) => (name === 'task.progress' ? [data] : []))
  const heard = await app.until(() => told().find(({ progress }) => progress?.preview !== undefined), {
    what: 'a preview',
  })
  expect(heard).toEqual({
    taskId: first.id,
    progress: { fraction: 0.25, preview: expect.stringMatching(/^data:image\/png;base64,/) as string },
  })
  expect((await app.task(second.id)).state).toBe('queued')
  expect(service.requests('POST', '/txt2img')).toHaveLength(1)
  expect(await app.ask('tasks.stop', { id: first.id })).toMatchObject({ cost: 'stopped' })
  expect(service.interrupted()).toBe(1)
  await app.untilTask(first.id, 'saved')
  await app.untilTask(second.id, 'saved')
  expect(told().findLast(({ taskId }) => taskId === first.id)?.progress).toBeNull()
})

slow('shows nothing of what is made for another, also where the page of the WebUI is off', async () => {
  const service = await openSdWebui()
  const asked = () => service.requests('GET', '/sdapi/v1/progress').length
  const said = { progress: 0.5, state: { job_count: 1 } }
  let body: object = { ...said, current_task: 'another' }
  service.rewrite = ({ path }, response) =>
    path === '/internal/progress' ? NO_PAGE : path === '/sdapi/v1/progress' ? { status: 200, body } : response
  const heard: Progress[] = []
  const stop = sdWebui.watch?.('mine', { baseUrl: service.baseUrl }, (progress) => heard.push(progress))
  onTestFinished(() => stop?.())
  await until(() => asked() === 1)
  // As SD.Next tells it.
  body = { ...said, id: 'own' }
  await until(() => asked() === 2)
  body = { ...said, current_task: 'mine' }
  await until(() => heard.length > 0)
  expect(heard).toEqual([{ fraction: 0.5 }])
})
