/** What sends takes a `Press`, which a route's `pressId` alone gives. The types are the check: it fails where they are compiled. */
import { expect, expectTypeOf, test } from 'vitest'
import { press, type Press } from '#contract/press.ts'
import type { ParsedInput, RouteName } from '#contract/routes.ts'
import type { TaskChange } from '#core/tasks/change-task.ts'
import type { NewTask, TaskStore } from '#core/tasks/task-store.ts'
import { REQUEST } from '#test/stand-ins/core-options.ts'

type RouteWithPress = {
  [Name in RouteName]: ParsedInput<Name> extends { readonly pressId: Press } ? Name : never
}[RouteName]

const TASK = { batchId: 'b', profileId: 'p', request: REQUEST }

test('a route that sends has a press', () => {
  expectTypeOf<RouteWithPress>().toEqualTypeOf<'tasks.submit' | 'tasks.retry' | 'tasks.decide'>()
})

test('nothing is put into the queue without a press', () => {
  expectTypeOf(TASK).not.toExtend<NewTask>()
  expectTypeOf({ ...TASK, press: press.parse(undefined) }).toExtend<NewTask>()
  expectTypeOf<Parameters<TaskStore['insert']>>().toEqualTypeOf<[tasks: readonly NewTask[]]>()
  expectTypeOf<{ state: 'queued' }>().not.toExtend<TaskChange>()
  expectTypeOf<{ state: 'queued'; press: Press }>().toExtend<TaskChange>()
})

test('a press cannot be made up', () => {
  expectTypeOf<string>().not.toExtend<Press>()
  expect(press.safeParse('no uuid').success).toBe(false)
})
