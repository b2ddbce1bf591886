/**
 * Files that stop whoever parses them: the service refuses the task and goes on.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  getTask,
  makeDataUri,
  makeImage,
  postGenerate,
  startService,
  submit,
  textRequest,
  waitForEnd,
} from '../support/service.ts'

async function start(readingMs = 20_000): ReturnType<typeof startService> {
  const service = await startService({ bounds: { readingMs } })
  onTestFinished(() => service.stop())
  return service
}

function fromImage(input: string): Record<string, unknown> {
  const options = { resolution: '64x64', image_input: input }
  return textRequest({ scene: 'image-to-image', prompt: '', options })
}

async function hostile(name: string): Promise<string> {
  return (await readFile(join(import.meta.dirname, name))).toString('base64')
}

function fromVideo(input: string): Record<string, unknown> {
  const options = { video_input: input }
  return { ...textRequest(), mediaType: 'video', model: 'restyle-video', scene: 'video-to-video', options }
}

test.each([
  ['mini.webm', 1_500, 'options.video_input could not be read. It took longer than 1.5 s.'],
  [
    'mp4-ctts_2_32_1.mp4',
    20_000,
    'options.video_input could not be read. It took more than 256 MB of memory.',
  ],
])(
  'a task whose video is %s fails and says why, and other requests are answered meanwhile',
  async (name, readingMs, reason) => {
    const service = await start(readingMs)
    const submitted = submit(service, fromVideo(await hostile(name)))
    const asked = performance.now()
    expect((await getTask(service, 'none')).status).toBe(404)
    expect(performance.now() - asked).toBeLessThan(2_000)
    const { status, errorMessage } = await waitForEnd(service, await submitted)
    expect({ status, errorMessage }).toEqual({
      status: 'FAILED',
      errorMessage: `The result could not be made. ${reason}`,
    })
    expect((await makeImage(service, fromImage(await makeDataUri()))).images).toHaveLength(1)
  },
)

test('an SVG is never drawn, whatever it claims to be', async () => {
  const service = await start()
  const svg = await hostile('nested-use.svg')
  const asGif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from(svg, 'base64')]).toString('base64')
  for (const input of [svg, asGif]) {
    const response = await postGenerate(service, fromImage(input))
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('options.image_input is not a readable image') as string },
    ])
  }
  expect((await postGenerate(service, fromVideo(svg))).status).toBe(400)
})
