/** Who is saved when: one attempt at a task, whatever happens to it meanwhile. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fail, type Result } from '#contract/errors.ts'
import type { PollBudget } from '#core/tasks/polling/poll-budget.ts'
import { createDiskHold, createSaver } from '#core/tasks/saving/saver.ts'
import type { TaskRecord } from '#core/tasks/task-row.ts'
import { newTask } from '#test/benchmarks/virtual-profile-queue.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import type { ServiceAddress } from '#core/service/service-api.ts'

test('begins no second attempt at a task while the first, given up, has not let go of its files', async () => {
  const clock = createManualClock()
  const task: TaskRecord = { ...newTask('task-1', clock.now()), state: 'saving' }
  const attempts: PromiseWithResolvers<Result<ServiceAddress>>[] = []
  const budget: PollBudget = { wait: () => Promise.resolve() }
  const needed = {
    clock,
    store: { find: () => task },
    disk: createDiskHold({ raise: () => undefined, clear: () => undefined }, () => undefined),
    downloader: { close: () => Promise.resolve() },
    address: () => {
      const attempt = Promise.withResolvers<Result<ServiceAddress>>()
      attempts.push(attempt)
      return attempt.promise
    },
    log: () => undefined,
  }
  const saver = createSaver(needed as never)
  saver.add(task, budget)
  saver.drop(task.id)
  saver.add(task, budget)
  await turn()
  expect(attempts).toHaveLength(1)
  attempts[0]?.resolve(fail('service_unavailable', 'Not there.'))
  await turn()
  clock.advance(10_000)
  await turn()
  expect(attempts).toHaveLength(2)
  attempts[1]?.resolve(fail('service_unavailable', 'Not there.'))
  await saver.close()
})
