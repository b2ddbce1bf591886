import { expect, it } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import type { Task } from '#contract/tasks.ts'
import { stopMessage, stopQuestion, withPayer } from '#renderer/ui/task-state.tsx'

const ITEMS = ['one', 'two'].map((id) => ({ id, name: `Studio ${id}` }) as Profile)

it.each<[Task['state'], string, string]>([
  ['failed', 'one', 'Try again'],
  ['failed', 'two', 'Try again · Studio two'],
  // Nothing is paid for what is saved again.
  ['unsaved', 'two', 'Try again'],
  ['failed', 'gone', 'Try again'],
])('names whose service a retry of a task that is %s pays, for profile %s', (state, profileId, label) => {
  const task = { state, profileId, remoteId: 'r' } as Task
  expect(withPayer('Try again', task, { items: ITEMS, activeId: 'one' })).toBe(label)
})

it.each<[readonly Task['state'][], string, string]>([
  [['queued'], 'queue.unsend.title', 'queue.sendNothing'],
  [['queued', 'queued'], 'queue.unsend.title', 'queue.sendNothing'],
  [['running'], 'task.stop.title', 'task.action.stop'],
  [['queued', 'running'], 'queue.many.stop.title', 'queue.many.stop'],
])('speaks of following only where something was sent: %j', (states, title, confirm) => {
  const tasks = states.map((state) => ({ state }) as Task)
  expect(stopQuestion(tasks, (id) => id)).toMatchObject({ title, confirm })
  const isWaiting = states.every((state) => state === 'queued')
  expect(stopMessage(tasks)).toBe(isWaiting ? 'queue.sendNothing' : 'task.action.stop')
})
