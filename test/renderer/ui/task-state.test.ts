import { expect, it } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import type { Task } from '#contract/tasks.ts'
import { withPayer } from '#renderer/ui/task-state.tsx'

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
