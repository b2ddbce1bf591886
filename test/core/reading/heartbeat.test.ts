import { expect, test } from 'vitest'
import { readHeartbeat, shareMemory, shareTasks } from '#core/reading/heartbeat.ts'

test('ids for which there is no room are left out, and none is cut', () => {
  const memory = shareMemory()
  const ids = Array.from({ length: 200 }, (_, number) => `task_${String(number).padStart(32, '0')}`)
  shareTasks(memory, ids)
  const { tasks } = readHeartbeat(memory)
  expect(tasks.length).toBeGreaterThan(100)
  expect(tasks).toEqual(ids.slice(0, tasks.length))
  shareTasks(memory, ids.slice(0, 1))
  expect(readHeartbeat(memory).tasks).toEqual(ids.slice(0, 1))
})
