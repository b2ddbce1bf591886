import { expect, it } from 'vitest'
import {
  refusal,
  refused,
  speakTo,
  taskAnswer,
  type Client,
  type Start,
  type TaskData,
} from '../service-under-test.ts'

export function describeTask(now: () => Client, start: Start): void {
  it.each(['', '?refresh=1', '?refresh=assets'])(
    '200: a task is found, with its id, status, mediaType, model and provider, for "%s"',
    async (query) => {
      const { service, submit, task } = now()
      const id = await submit()
      const { status, body } = await task(id, query)
      expect(status).toBe(200)
      const { mediaType, model, provider } = service.generateBody
      expect(taskAnswer.parse(body).data).toMatchObject({ id, mediaType, model, provider })
    },
  )

  it.each(['', '?refresh=1'])(
    'clients poll until SUCCESS or FAILED, and taskResult is there once the status is SUCCESS, for "%s"',
    async (query) => {
      const { submit, finish } = now()
      const { status, taskResult } = await finish(await submit(), query)
      expect(status).toBe('SUCCESS')
      expect(Object.keys(taskResult ?? {})).not.toEqual([])
    },
  )

  it('taskResult is null before SUCCESS: tasks are asynchronous', async () => {
    const client = speakTo(await start({ slow: true }))
    try {
      const id = await client.submit()
      for (const query of ['', '?refresh=1', '?refresh=assets']) {
        const { data } = taskAnswer.parse((await client.task(id, query)).body)
        expect(['PENDING', 'PROCESSING']).toContain(data.status)
        expect(data.taskResult).toBeNull()
      }
    } finally {
      await client.service.close()
    }
  })

  it('a task can end in FAILED, and has no taskResult then', async () => {
    const { service, submit, finish } = now()
    expect(await finish(await submit(service.failingBody))).toMatchObject({
      status: 'FAILED',
      taskResult: null,
    })
  })

  it('a final status stays', async () => {
    const { submit, finish, task } = now()
    const id = await submit()
    await finish(id)
    for (const query of ['', '?refresh=1', '?refresh=assets', '']) {
      expect(taskAnswer.parse((await task(id, query)).body).data.status).toBe('SUCCESS')
    }
  })

  it('taskResult has the asset addresses, which can be fetched', async () => {
    const { submit, finish } = now()
    const addresses = addressesIn(await finish(await submit()))
    expect(addresses).not.toEqual([])
    for (const address of addresses) {
      const response = await fetch(address)
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
  })

  it('refresh=assets persists finished assets: their addresses no longer change', async () => {
    const { submit, finish, task } = now()
    const id = await submit()
    await finish(id)
    const kept = addressesIn(taskAnswer.parse((await task(id, '?refresh=assets')).body).data)
    for (const query of ['', '?refresh=1', '?refresh=assets']) {
      expect(addressesIn(taskAnswer.parse((await task(id, query)).body).data)).toEqual(kept)
    }
    for (const address of kept) expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
  })

  it.each(['yes', '', '2', 'ASSETS'])('refresh is 1, assets or left out, not "%s"', async (value) => {
    const { submit, task } = now()
    expect(refusal(await task(await submit(), `?refresh=${value}`))).toEqual(refused(400))
  })

  it('401: unauthorized', async () => {
    const { submit, task } = now()
    const id = await submit()
    expect(refusal(await task(id, '', null))).toEqual(refused(401))
    expect(refusal(await task(id, '', 'nobodys-key'))).toEqual(refused(401))
  })

  it.each(['', '?refresh=1', '?refresh=assets'])(
    '403: the caller is not the owner of the task, for "%s"',
    async (query) => {
      const { service, submit, task } = now()
      expect(refusal(await task(await submit(), query, service.otherApiKey))).toEqual(refused(403))
    },
  )

  it.each(['no-such-task', '00000000-0000-4000-8000-000000000000', '%2e%2e', "'%20OR%201=1"])(
    '404: task not found, for "%s"',
    async (id) => {
      const { task } = now()
      expect(refusal(await task(id))).toEqual(refused(404))
    },
  )
}

function addressesIn({ taskResult }: TaskData): readonly string[] {
  return JSON.stringify(taskResult).match(/https?:\/\/[^"]+/gu) ?? []
}
