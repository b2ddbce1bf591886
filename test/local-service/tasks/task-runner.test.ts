import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#local-service/store/database.ts'
import { createTaskStore } from '#local-service/store/task-store.ts'
import { TaskRunner } from '#local-service/tasks/task-runner.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { createHeldMaker, ONE_FILE, type HeldMaker } from '../support/makers.ts'
import {
  download,
  getTask,
  makeFolder,
  startService,
  submit,
  textRequest,
  waitForEnd,
} from '../support/service.ts'

const heldRequest = textRequest({ model: 'held' })

interface TaskData {
  readonly status: string
  readonly progress: number
  readonly taskResult: { images: { url: string }[] } | null
  readonly errorMessage?: string
  readonly queue?: unknown
  readonly startedAt: number | null
  readonly finishedAt: number | null
}

describe('a task', () => {
  let maker: HeldMaker
  let service: Awaited<ReturnType<typeof startService>>
  beforeEach(async () => {
    maker = createHeldMaker()
    service = await startService({ makers: [maker] })
    onTestFinished(() => service.stop())
  })

  /** Another service over a folder of this one. */
  async function startAgain(dataDir: string) {
    const second = await startService({ makers: [maker], dataDir, apiKey: service.apiKey })
    onTestFinished(() => second.stop())
    return second
  }

  /** A thread takes the first job of the task that was begun last. */
  async function takeJob(before = () => Promise.resolve()): Promise<void> {
    const { run } = await maker.begun()
    await before()
    const job = { style: 'geometric-poster', prompt: '', seed: 1, width: 64, height: 64 } as const
    await run('image', { ...job, format: 'png', strength: 1, inputPath: null })
  }

  async function finish(by: typeof service, id: string): Promise<string> {
    await maker.begun()
    maker.finish(ONE_FILE)
    return (await waitForEnd(by, id)).status
  }

  async function read(id: string, query = ''): Promise<TaskData> {
    return ((await (await getTask(service, id, query)).json()) as { data: TaskData }).data
  }

  it('is answered as it was last stored, and with refresh=1 as it is', async () => {
    const id = await submit(service, heldRequest)
    const { onProgress } = await maker.begun()
    onProgress(0.24)
    expect([(await read(id)).progress, (await read(id, '?refresh=1')).progress]).toEqual([0, 0.24])
    onProgress(0.62)
    expect([(await read(id)).progress, (await read(id, '?refresh=1')).progress]).toEqual([0.5, 0.62])
    onProgress(0.7)
    expect((await read(id)).progress).toBe(0.62)
    maker.finish(ONE_FILE)
    await waitForEnd(service, id)
    expect([(await read(id)).progress, (await read(id, '?refresh=1')).progress]).toEqual([1, 1])
  })

  it('never goes back in its progress', async () => {
    const id = await submit(service, heldRequest)
    const { onProgress } = await maker.begun()
    for (const share of [0.8, 0.3, Number.NaN, -1]) onProgress(share)
    expect([(await read(id)).progress, (await read(id, '?refresh=1')).progress]).toEqual([0.75, 0.8])
    onProgress(7)
    expect((await read(id, '?refresh=1')).progress).toBe(1)
  })

  slow('is PROCESSING from the moment a thread takes its first job', async () => {
    const id = await submit(service, heldRequest)
    await takeJob(async () => expect((await read(id)).status).toBe('PENDING'))
    const { status, startedAt, finishedAt } = await read(id)
    expect([status, typeof startedAt, finishedAt]).toEqual(['PROCESSING', 'number', null])
    expect((await read(id, '?refresh=1')).queue).toEqual({ waiting: 0, working: 0 })
  })

  it('ends in FAILED with the reason when its maker fails, keeps no input and has no result', async () => {
    const id = await submit(service, heldRequest)
    await maker.begun()
    maker.fail('The easel fell over.')
    const end = await waitForEnd(service, id)
    expect(end).toMatchObject({
      status: 'FAILED',
      taskResult: null,
      errorMessage: 'The result could not be made. The easel fell over.',
    })
    await until(async () => (await readdir(join(service.dataDir, 'inputs'))).length === 0)
    expect((await read(id, '?refresh=1')).status).toBe('FAILED')
  })

  it('ends in FAILED when its maker hands out nothing', async () => {
    const id = await submit(service, heldRequest)
    await maker.begun()
    maker.finish([])
    expect((await waitForEnd(service, id)).status).toBe('FAILED')
  })

  it('ends in ERROR when what was made cannot be stored, and recovers with refresh=1', async () => {
    const id = await submit(service, heldRequest)
    await maker.begun()
    const files = join(service.dataDir, 'files')
    await rename(files, `${files}.away`)
    await writeFile(files, 'in the way')
    maker.finish(ONE_FILE)
    const broken = await waitForEnd(service, id)
    expect([broken.status, broken.taskResult]).toEqual(['ERROR', null])
    expect(broken.errorMessage).toMatch(/^The finished result could not be saved\. /u)
    expect((await read(id)).status).toBe('ERROR')

    await rm(files)
    await rename(`${files}.away`, files)
    expect((await read(id, '?refresh=1')).status).toBe('PENDING')
    expect(await finish(service, id)).toBe('SUCCESS')
    const url = (await read(id)).taskResult?.images[0]?.url
    expect((await download(url)).toString()).toBe('finished')
  })

  it('is begun again after a restart when it ended in ERROR, with its inputs', async () => {
    const id = await submit(service, heldRequest)
    await maker.begun()
    const files = join(service.dataDir, 'files')
    await rename(files, `${files}.away`)
    await writeFile(files, 'in the way')
    maker.finish(ONE_FILE)
    await waitForEnd(service, id)
    await rm(files)
    await mkdir(files)
    await service.close()

    const second = await startAgain(service.dataDir)
    expect(await readdir(join(service.dataDir, 'inputs'))).toEqual([`${id}-0`])
    await getTask(second, id, '?refresh=1')
    expect(await finish(second, id)).toBe('SUCCESS')
  })

  slow('is not begun again when the service died while it worked on an input', async () => {
    const id = await submit(service, heldRequest)
    await takeJob()
    const folder = await makeFolder()
    onTestFinished(folder.remove)
    await cp(service.dataDir, folder.path, { recursive: true })

    const second = await startAgain(folder.path)
    const { status, errorMessage } = await waitForEnd(second, id)
    expect([status, errorMessage]).toEqual([
      'FAILED',
      'The service ended while it worked on the file that was sent. Send the request again to try once more.',
    ])
    expect(await readdir(join(folder.path, 'inputs'))).toEqual([])
  })

  slow('is begun again when the service was told to end meanwhile', async () => {
    const id = await submit(service, heldRequest)
    await takeJob()
    await service.close()
    const second = await startAgain(service.dataDir)
    expect(await finish(second, id)).toBe('SUCCESS')
  })

  it('gives its maker a folder that is gone when the task has ended', async () => {
    const id = await submit(service, heldRequest)
    const { makeScratchDir } = await maker.begun()
    const folder = await makeScratchDir()
    const path = join(folder, 'file.txt')
    await writeFile(path, 'moved away')
    const [file] = ONE_FILE
    maker.finish(file === undefined ? [] : [{ ...file, content: { path } }])
    await waitForEnd(service, id)
    expect((await download((await read(id)).taskResult?.images[0]?.url)).toString()).toBe('moved away')
    await until(async () => (await readdir(join(service.dataDir, 'scratch'))).length === 0)
  })
})

it('is never left waiting when it is tried again before its last try is tidied up', async () => {
  const database = openDatabase(await makeTempDir())
  onTestFinished(() => database.close())
  const tasks = createTaskStore(database, Date.now)
  const tidied = Promise.withResolvers<void>()
  let tries = 0
  const parts = {
    tasks,
    files: { save: () => Promise.reject(new Error('The disk is full.')) },
    inputs: { paths: () => [], drop: () => Promise.resolve() },
    scratch: { drop: () => tidied.promise },
    makers: [{ models: [{ model: 'm' }], make: () => Promise.resolve(ONE_FILE.slice(0, (tries += 1))) }],
    paceMs: 0,
  }
  const runner = new TaskRunner(parts as unknown as ConstructorParameters<typeof TaskRunner>[0])
  const request = { owner: 'ada', provider: 'p', mediaType: 'image', model: 'm', scene: 's', prompt: '' }
  const plan = { job: 'null', inputs: 0, remarks: {}, credits: 1, resultShape: 'lists' }
  tasks.add({ id: 'a', ...request, ...plan, createdAt: Date.now() })
  /** As the route does it. */
  const refresh = () => {
    const task = tasks.get('a')
    if (task?.status === 'ERROR') runner.retry(task)
    return task?.status
  }

  runner.start({ id: 'a' })
  await until(() => tasks.get('a')?.status === 'ERROR')
  refresh()
  tidied.resolve()
  expect(await until(() => refresh() === 'ERROR' && tries === 2)).toBe(true)
  await runner.close()
})
