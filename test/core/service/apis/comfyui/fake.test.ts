/** The fake ComfyUI, proven by a public client of its API: what that client cannot do with it, nobody relies on. */
import { Client } from '@stable-canvas/comfyui-client'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/nodes.ts'
import { openComfyui } from '#test/stand-ins/services/open.ts'
import { until } from '#test/stand-ins/until.ts'

async function connected() {
  const service = await openComfyui()
  const client = new Client({
    api_host: new URL(service.baseUrl).host,
    clientId: 'client-1',
    WebSocket,
    fetch,
  })
  void client.connect()
  await until(() => service.sockets.has('client-1'))
  return { service, client }
}

async function send(client: Client, prompt: object): Promise<string> {
  const response = await client.queuePrompt(0, { prompt, workflow: {} })
  return 'prompt_id' in response ? response.prompt_id : JSON.stringify(response)
}

it('runs a prompt and hands out its image', async () => {
  const { service, client } = await connected()
  const { images, prompt_id } = await client.enqueue_polling(TEXT_TO_IMAGE, {
    disable_random_seed: true,
    polling_ms: 50,
  })
  expect(service.prompts.map(({ promptId }) => promptId)).toEqual([prompt_id])
  const [image] = images
  if (image?.type !== 'url') throw new Error('There is no image.')
  const bytes = Buffer.from(await (await fetch(image.data)).arrayBuffer())
  expect((await sharp(bytes).metadata()).width).toBe(64)
  expect(await client.getPromptStatus(prompt_id)).toEqual({ running: false, pending: false, done: true })
  expect(Object.keys(await client.getPromptOutputs(prompt_id))).toEqual(['9'])
  client.disconnect()
})

it('tells progress and previews over the WebSocket', async () => {
  const { service, client } = await connected()
  service.queue.isHeld = true
  const heard: string[] = []
  client.on('progress', ({ value, max }) => heard.push(`${value}/${max}`))
  client.on('b_preview', (image) => heard.push(`preview of ${image.size} bytes`))
  client.on('status', (status) => heard.push(`${status?.exec_info.queue_remaining} in the queue`))
  const prompt_id = await send(client, TEXT_TO_IMAGE)
  expect(await client.getPromptStatus(prompt_id)).toEqual({ running: false, pending: true, done: false })
  service.queue.begin()
  service.queue.step(5, 20, new Uint8Array(10))
  await until(() => heard.includes('preview of 10 bytes'))
  expect(heard).toEqual(expect.arrayContaining(['1 in the queue', '5/20', 'preview of 10 bytes']))
  await client.interrupt(prompt_id)
  await expect(client.getPromptOutputs(prompt_id)).rejects.toThrow('error')
  client.disconnect()
})

it('tells what nodes it has, and what is wrong with a prompt', async () => {
  const { client } = await connected()
  expect(await client.getSDModels()).toEqual(['sd15.safetensors', 'sdxl.safetensors'])
  expect(await client.getSamplers()).toContain('euler')
  const wrong = structuredClone(TEXT_TO_IMAGE)
  Object.assign(wrong['3'].inputs, { steps: 0, sampler_name: 'none' })
  const failure = await send(client, wrong).catch((error: unknown) => error)
  expect(JSON.stringify(failure)).toContain('value_smaller_than_min')
  expect(JSON.stringify(failure)).toContain('value_not_in_list')
  const missing = { ...TEXT_TO_IMAGE, '3': { ...TEXT_TO_IMAGE['3'], class_type: 'Unheard' } }
  const other = await send(client, missing).catch((error: unknown) => error)
  expect(JSON.stringify(other)).toContain('Cannot execute because node Unheard does not exist.')
  client.disconnect()
})

it('removes a queued prompt', async () => {
  const { service, client } = await connected()
  service.queue.isHeld = true
  const prompt_id = await send(client, TEXT_TO_IMAGE)
  expect((await client.getQueue()).Pending).toHaveLength(1)
  await client.deleteItem('queue', prompt_id)
  expect(await client.getQueue()).toMatchObject({ Running: [], Pending: [] })
  expect(service.queue.history).toEqual({})
  client.disconnect()
})

it('keeps an upload, under another name where there is another file of that name', async () => {
  const { service } = await connected()
  const send = async (bytes: string) => {
    const form = new FormData()
    form.set('image', new Blob([bytes]), 'cat.png')
    const response = await fetch(`${service.baseUrl}/upload/image`, { method: 'POST', body: form })
    return (await response.json()) as unknown
  }
  expect(await send('one')).toEqual({ name: 'cat.png', subfolder: '', type: 'input' })
  expect(await send('one')).toEqual({ name: 'cat.png', subfolder: '', type: 'input' })
  expect(await send('two')).toEqual({ name: 'cat (1).png', subfolder: '', type: 'input' })
})
