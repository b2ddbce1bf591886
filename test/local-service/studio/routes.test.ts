import { request } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failingMaker, sampleMaker } from '../support/makers.ts'
import { makeImage, postGenerate, startService, submit, textRequest, waitForEnd } from '../support/service.ts'
import { imageMaker } from '#local-service/makers/image-maker.ts'
import { slow } from '#test/stand-ins/scale.ts'

describe('the studio', () => {
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService({ makers: [imageMaker, sampleMaker, failingMaker] })
  })
  afterAll(() => service.stop())

  /** A request with headers that fetch would not send. */
  async function ask(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
    const asked = request(service.baseUrl + path, { headers }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    response.destroy()
    return response.statusCode ?? 0
  }

  it('is a page with a strict policy, and without a key in it', async () => {
    const page = await fetch(`${service.baseUrl}/studio/`)
    const text = await page.text()
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(page.status).toBe(200)
    expect(policy).toMatch(/^default-src 'none'/u)
    expect(policy).not.toMatch(/unsafe|\*|http|data:/u)
    expect(text).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/u)
    for (const path of ['studio.js', 'studio.css']) {
      const file = await fetch(`${service.baseUrl}/studio/${path}`)
      expect(file.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(await file.text()).not.toContain(service.apiKey)
    }
    expect(text).not.toContain(service.apiKey)
  })

  slow('shows requests and tasks, and never a key or the secret part of an address', async () => {
    const { images } = await makeImage(service, textRequest({ prompt: 'a canary in its cage' }))
    const token = new URL(images[0]?.url ?? '').pathname.split('/')[3] ?? ''
    await (await fetch(images[0]?.url ?? '')).arrayBuffer()
    await postGenerate(service, {})
    await fetch(`${service.baseUrl}/api/v1/task/x?key=${service.apiKey}`)
    const headers = { Authorization: `Bearer ${service.apiKey}` }
    const text = await (await fetch(`${service.baseUrl}/studio/state`, { headers })).text()
    expect(token.length).toBeGreaterThan(20)
    expect(text).toContain('a canary in its cage')
    expect(text).toMatch(/"path":"\/files\/tmp\/…\//u)
    for (const secret of [service.apiKey, token]) expect(text).not.toContain(secret)
    expect(text).toMatch(/"method":"POST","path":"\/api\/v1\/generate","status":400,/u)
  })

  it('is for the first user alone', async () => {
    const other = service.addApiKey('grace')
    expect(await ask('/studio/state', {})).toBe(401)
    expect(await ask('/studio/state', { Authorization: 'Bearer nobodys' })).toBe(401)
    expect(await ask('/studio/state', { Authorization: `Bearer ${other}` })).toBe(403)
  })

  it.each([
    ['another origin', { Origin: 'https://example.com' }],
    ['another port', { Origin: 'http://127.0.0.1:1' }],
    ['no real origin', { Origin: 'null' }],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['another site of this machine', { 'Sec-Fetch-Site': 'same-site' }],
  ])('is not read by a page of %s', async (_case, headers) => {
    const Authorization = `Bearer ${service.apiKey}`
    for (const path of ['/studio/', '/studio/state', '/studio/usage']) {
      expect([path, await ask(path, { Authorization, ...headers })]).toEqual([path, 403])
    }
  })

  it('lets no page of another origin read an answer', async () => {
    const headers = { Authorization: `Bearer ${service.apiKey}` }
    const usage = await fetch(`${service.baseUrl}/studio/usage`, { headers })
    expect(usage.status).toBe(200)
    expect(usage.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect((await fetch(`${service.baseUrl}/studio/usage`, { method: 'OPTIONS' })).status).toBe(405)
  })

  slow('counts credits by user and model, for what succeeded', async () => {
    const key = service.addApiKey('ada')
    const ada = { baseUrl: service.baseUrl, apiKey: key }
    const video = {
      mediaType: 'video',
      model: 'short-video',
      scene: 'text-to-video',
      provider: 'sample',
      prompt: 'x',
    }
    const bodies = [
      video,
      video,
      textRequest({ options: { resolution: '64x64', count: 3 } }),
      textRequest({ model: 'always-fails' }),
    ]
    for (const body of bodies) await waitForEnd(ada, await submit(ada, body))
    expect((await postGenerate(ada, textRequest({ scene: 'nothing' }))).status).toBe(400)
    const usage = await fetch(`${service.baseUrl}/studio/usage`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(await usage.json()).toMatchObject({
      code: 0,
      data: {
        owner: 'ada',
        credits: 7,
        models: [
          { model: 'geometric-poster', mediaType: 'image', tasks: 1, credits: 3 },
          { model: 'short-video', mediaType: 'video', tasks: 2, credits: 4 },
        ],
      },
    })
  })
})
