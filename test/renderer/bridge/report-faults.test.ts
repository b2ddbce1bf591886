import { expect, test } from 'vitest'
import { succeed } from '#contract/errors.ts'
import { reportFaults } from '#renderer/bridge/report-faults.ts'

function setUp() {
  const sent: unknown[] = []
  const page = new EventTarget()
  const bridge = {
    call: async (_: string, input: unknown) => {
      sent.push(input)
      return succeed({})
    },
  }
  return { sent, page, report: reportFaults(bridge as never, page as never) }
}

test('reports what nothing caught, in bounds', () => {
  const { sent, page, report } = setUp()
  page.dispatchEvent(Object.assign(new Event('error'), { error: null, message: 'Script error.' }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'x'.repeat(9_000) }))
  const fault = new Error('broken')
  fault.stack = 'y'.repeat(9_000)
  report(fault)
  expect(sent).toEqual([
    { message: 'Script error.' },
    { message: 'x'.repeat(2_000) },
    { message: 'broken', stack: 'y'.repeat(8_000) },
  ])
})

test('stops before it fills the log', () => {
  const { sent, report } = setUp()
  for (let fault = 0; fault < 100; fault += 1) report('again')
  expect(sent).toHaveLength(20)
})
