import { expect, it } from 'vitest'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { actOn } from '#renderer/features/queue/task-control.ts'

const RUNNING = ['running', 'running'] as const
const WAITING = Array.from({ length: 20 }, () => 'queued' as const)

const tasks = [...RUNNING, ...WAITING].map((state: TaskState, at) => ({ id: `t${at}`, state }) as Task)

it('stops what waits before what runs: it would be sent in the place of what is stopped', async () => {
  const waiting = new Set(WAITING.map((_, at) => `t${at + RUNNING.length}`))
  const unstopped: number[] = []
  const outcomes = await actOn('stop', tasks, async ({ id, state }) => {
    if (state === 'running') unstopped.push(waiting.size)
    await Promise.resolve()
    waiting.delete(id)
    return `${id} stopped`
  })
  expect(unstopped).toEqual([0, 0])
  expect(new Map(outcomes.map(([{ id }, outcome]) => [id, outcome]))).toEqual(
    new Map(tasks.map(({ id }) => [id, `${id} stopped`])),
  )
})
