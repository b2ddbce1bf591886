/** Progress and previews from ComfyUI's WebSocket, and what is not taken from it. */
import { expect, it, onTestFinished } from 'vitest'
import { comfyui } from '#core/service/apis/comfyui/comfyui.ts'
import type { Progress } from '#contract/services.ts'
import { TEXT_TO_IMAGE } from '#test/stand-ins/services/comfyui/nodes.ts'
import { openComfyui } from '#test/stand-ins/services/open.ts'
import { until } from '#test/stand-ins/until.ts'

const OWN_ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])

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
