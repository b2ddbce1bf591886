/**
 * Every scene of the specification, made and found again.
 *
 * @slow Sample service: every scene's files are found exactly, in all four forms of a result.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Json } from '#contract/json.ts'
import { findResults } from '#core/results/find/find-results.ts'
import { until } from '#test/stand-ins/until.ts'
import { MEDIA_TYPES, SCENES } from './conformance/service-under-test.ts'
import {
  download,
  getTask,
  makeDataUri,
  makeFolder,
  startService,
  submit,
  taskAnswer,
  type TaskAnswer,
} from './support/service.ts'

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

const SHAPES = ['lists', 'urls', 'json_string', 'inline'] as const
/** Small pieces: what a maker can do at full size is its own tests' business. */
const SMALL: Readonly<Record<Listed['mediaType'], object>> = {
  image: { resolution: '64x64', count: 2 },
  video: { resolution: '160x90', duration: 1, fps: 12 },
  character: {},
  music: { duration: 10 },
}
const KINDS: Readonly<Record<string, string>> = { image: 'image', video: 'video', audio: 'audio' }
const PATIENCE_MS = 60_000

describe('every scene of the specification', { timeout: PATIENCE_MS + 30_000 }, () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let service: Awaited<ReturnType<typeof startService>>
  let models: readonly Listed[]
  beforeAll(async () => {
    folder = await makeFolder()
    await open()
    models = listing.parse(await (await fetch(`${service.baseUrl}/ai/models`)).json()).data
  })
  afterAll(async () => {
    await service.stop()
    await folder.remove()
  })

  async function open(): Promise<void> {
    service = await startService({ dataDir: folder.path, workers: 2 })
  }

  /** The finished task, whatever it takes on a busy machine. */
  async function make(scene: string, more: object = {}): Promise<TaskAnswer['data']> {
    const listed = models.find(({ scenes }) => scenes.some((one) => one === scene))
    if (listed === undefined) throw new Error(`No model does ${scene}.`)
    const { provider, mediaType, model } = listed
    const options = { ...SMALL[mediaType], seed: 7, ...more }
    const request = { provider, mediaType, model, scene, prompt: 'a calm lake at dawn, a fox in a red coat' }
    const id = await submit(service, { ...request, options })
    const ask = async (): Promise<TaskAnswer['data'] | null> => {
      const { data } = taskAnswer.parse(await (await getTask(service, id)).json())
      return data.finishedAt === null ? null : data
    }
    const task = await until(ask, { what: scene, patienceMs: PATIENCE_MS })
    if (task.status !== 'SUCCESS') throw new Error(`${scene}: ${task.errorMessage}`)
    return task
  }

  async function resultsIn({ mediaType, taskResult }: TaskAnswer['data']) {
    const context = { mediaType, baseUrl: service.baseUrl }
    const { found } = await findResults(taskResult as Json, context)
    return found.filter(({ role }) => role === 'result')
  }

  it('is offered, in all four media', () => {
    expect(new Set(models.flatMap(({ scenes }) => scenes))).toEqual(new Set(SCENES))
    expect(new Set(models.map(({ mediaType }) => mediaType))).toEqual(new Set(MEDIA_TYPES))
  })

  it.each(['text-to-image', 'text-to-video', 'text-to-music', 'character-creation'])(
    '%s makes files that Atelier finds exactly, in whatever form they are named',
    async (scene) => {
      const task = await make(scene)
      for (const shape of SHAPES) {
        await service.close()
        const files = reshape(folder.path, task.id, shape)
        await open()
        const { data } = taskAnswer.parse(await (await getTask(service, task.id)).json())
        const results = await resultsIn(data)
        const isSmall = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= 8 * 1024 ** 2
        const source = shape === 'inline' && isSmall ? 'inline' : 'url'
        const media = files.filter(({ kind }) => kind in KINDS)
        expect([shape, results.map(({ kind }) => kind).filter((kind) => kind in KINDS)]).toEqual([
          shape,
          media.map(({ kind }) => KINDS[kind]),
        ])
        expect(results.every((result) => result.source.kind === source)).toBe(true)
      }
    },
  )

  it('image-to-image, image-to-video and video-to-video take what was made before', async () => {
    const address = async (task: TaskAnswer['data']): Promise<string> => {
      const [result] = await resultsIn(task)
      if (result?.source.kind !== 'url') throw new Error('There is no address.')
      return result.source.url
    }
    const image = await make('image-to-image', { image_input: [await makeDataUri()] })
    const video = await make('image-to-video', { image_input: [await address(image)] })
    const redrawn = await make('video-to-video', { video_input: await address(video) })
    for (const task of [image, video, redrawn]) {
      expect((await download(await address(task))).length).toBeGreaterThan(100)
    }
  })
})

/** Gives a finished task another form, as if it had been asked for, and returns what its files are. */
function reshape(
  dataDir: string,
  taskId: string,
  shape: string,
): readonly { readonly kind: string; readonly sizeBytes: number }[] {
  const database = new DatabaseSync(join(dataDir, 'service.db'))
  try {
    database
      .prepare(`UPDATE tasks SET accepted = json_set(accepted, '$.resultShape', ?) WHERE id = ?`)
      .run(shape, taskId)
    const rows = database
      .prepare(
        `SELECT about ->> '$.contentType' AS content_type, size_bytes FROM files WHERE task_id = ? AND preview_of IS NULL ORDER BY position`,
      )
      .all(taskId)
    return rows.map((row) => ({
      kind: String(row['content_type']).split('/')[0] ?? '',
      sizeBytes: Number(row['size_bytes']),
    }))
  } finally {
    database.close()
  }
}
