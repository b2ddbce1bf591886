/** The Gemini API from a profile to files in the library, through the whole core. */
import { beforeEach, describe, expect, onTestFinished } from 'vitest'
import {
  contentResponse,
  GEMINI_KEY,
  startFakeGemini,
  type FakeGemini,
} from '#test/stand-ins/services/gemini/gemini.ts'
import { openTestApp, connectTo, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

let fake: FakeGemini
let app: TestApp

beforeEach(async () => {
  fake = await startFakeGemini()
  onTestFinished(() => fake.close())
  app = await openTestApp()
  await connectTo(app, { kind: 'gemini', baseUrl: `${fake.baseUrl}/v1beta`, apiKey: GEMINI_KEY })
})

describe('Gemini, through the core', () => {
  slow('keeps large images of one response, each with its size, and none of it in the task', async () => {
    fake.imageSide = 700
    fake.imagesPerResponse = 2
    const request = { provider: 'gemini', model: 'gemini-3-pro-image', prompt: 'a red fox' }
    const task = await app.submitAndSave(request)
    const assets = await Promise.all(task.assetIds.map((id) => app.ask('library.get', { id })))
    expect(assets.map(({ kind, width }) => [kind, width])).toEqual([
      ['image', 700],
      ['image', 700],
    ])
    expect(JSON.stringify(task).length).toBeLessThan(20_000)
    expect(fake.charged()).toHaveLength(1)
  })

  slow('counts what was charged although no image came', async () => {
    const { activeId: profileId } = await app.ask('profiles.list', {})
    await app.ask('settings.set', { queue: { dailyCaps: { [profileId]: 1 } } })
    const body = contentResponse('gemini-3-pro-image', { finishReason: 'IMAGE_SAFETY' })
    fake.script('POST', ':generateContent', { status: 200, body, charged: true })
    const request = { provider: 'gemini', model: 'gemini-3-pro-image', prompt: 'a red fox' }
    const task = await app.untilTask((await app.submitOne(request)).id, 'rejected')
    expect(task.error).toMatchObject({ charged: 'maybe' })
    expect((await app.ask('queue.usage', { profileId })).sentToday).toBe(1)
  })
})
