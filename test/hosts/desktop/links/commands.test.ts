import { expect, test } from 'vitest'
import type { EventMessage } from '#contract/events.ts'
import { createCommands } from '#hosts/desktop/links/commands.ts'

const openTask = (id: string) => ({ kind: 'openTask', id }) as const

test('keeps commands until the page listens, and sends them on from then', () => {
  const commands = createCommands()
  const heard: EventMessage[] = []
  commands.subscribe((event) => heard.push(event))
  commands.send(openTask('a'))
  expect([heard, commands.take(), commands.take()]).toEqual([[], [openTask('a')], []])
  commands.send(openTask('b'))
  expect(heard).toEqual([{ name: 'command.invoked', data: { command: openTask('b') } }])
  commands.pageLeft()
  commands.send(openTask('c'))
  expect([heard.length, commands.take()]).toEqual([1, [openTask('c')]])
})

test('keeps the last of very many', () => {
  const commands = createCommands()
  for (let at = 0; at < 100; at++) commands.send(openTask(String(at)))
  const taken = commands.take()
  expect([taken.length, taken.at(-1)]).toEqual([20, openTask('99')])
})
