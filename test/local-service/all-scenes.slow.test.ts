/**
 * Every scene of the specification, made and found again. The forms of a result are in results/, the makers in makers/.
 *
 * @slow Sample service: every scene's files are found exactly.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { until } from '#test/stand-ins/until.ts'
import { MEDIA_TYPES, SCENES } from './conformance/client.ts'
import { download, getTask, makeDataUri, startService, submit, taskResponse } from './support/service.ts'

const listing = z.object({
  data: z.array(
    z.object({
      provider: z.string(),
      mediaType: z.enum(MEDIA_TYPES),
      model: z.string(),
      scenes: z.array(z.enum(SCENES)),
    }),
  ),
})
type Listed = z.infer<typeof listing>['data'][number]

/** Small files: what a maker can do at full size is its own tests' business. */
const SMALL: Readonly<Record<Listed['mediaType'], object>> = {
  image: { resolution: '64x64', count: 2 },
  video: { resolution: '160x90', duration: 1, fps: 12 },
  character: {},
  music: { duration: 10 },
}
const KINDS: Readonly<Record<Listed['mediaType'], readonly string[]>> = {
  image: ['image', 'image'],
  video: ['video'],
  character: ['image', 'image', 'image'],
  music: ['audio'],
}
const PATIENCE_MS = 60_000

describe('every scene of the specification', { timeout: PATIENCE_MS + 30_000 }, () => {
  let service: Awaited<ReturnType<typeof startService>>
  let models: readonly Listed[]
  const addresses = new Map<string, string>()
  beforeAll(async () => {
    service = await startService({ workers: 2 })
    models = listing.parse(await (await fetch(`${service.baseUrl}/ai/models`)).json()).data
  })
  afterAll(() => service.stop())

  it('is offered, in all four media', () => {
    expect(new Set(models.flatMap(({ scenes }) => scenes))).toEqual(new Set(SCENES))
    expect(new Set(models.map(({ mediaType }) => mediaType))).toEqual(new Set(MEDIA_TYPES))
  })

  /** What a scene is given: an image of the test, and for a video what another scene has made. */
  async function inputOf(scene: string): Promise<object> {
    if (scene.startsWith('image-to')) return { image_input: await makeDataUri() }
    if (scene === 'video-to-video') return { video_input: addresses.get('text-to-video') }
    return {}
  }

  it(
    'makes files that Atelier finds exactly',
    async () => {
      for (const scene of SCENES) {
        const listed = models.find(({ scenes }) => scenes.includes(scene))
        if (listed === undefined) throw new Error(`No model does ${scene}.`)
        const { provider, mediaType, model } = listed
        const options = { ...SMALL[mediaType], seed: 7, ...(await inputOf(scene)) }
        const request = {
          provider,
          mediaType,
          model,
          scene,
          prompt: 'a calm lake at dawn, a fox in a red coat',
        }
        const id = await submit(service, { ...request, options })
        const ended = async () => {
          const { data } = taskResponse.parse(await (await getTask(service, id)).json())
          return data.finishedAt === null ? null : data
        }
        const { status, taskResult } = await until(ended, { what: scene, patienceMs: PATIENCE_MS })
        expect([scene, status]).toEqual([scene, 'SUCCESS'])
        const { found } = await findResults(taskResult as Json, { mediaType, baseUrl: service.baseUrl })
        const media = found.filter(({ kind, role }) => role === 'result' && KINDS[mediaType].includes(kind))
        expect([scene, media.map(({ kind }) => kind)]).toEqual([scene, KINDS[mediaType]])
        for (const { source } of media) {
          if (source.kind !== 'url') throw new Error('There is no address.')
          expect((await download(source.url)).length).toBeGreaterThan(100)
          addresses.set(scene, source.url)
        }
      }
    },
    7 * PATIENCE_MS,
  )
})
