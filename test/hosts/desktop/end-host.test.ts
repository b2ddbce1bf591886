import { expect, test } from 'vitest'
import { succeed } from '#contract/errors.ts'
import { endHost, MAX_END_MS } from '#hosts/desktop/end-host.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'

function world(close: () => Promise<void>) {
  const exits: number[] = []
  const clock = createManualClock()
  const finishing: (() => void)[] = []
  const updates = { finish: (done: () => void) => void finishing.push(done) } as never
  return {
    exits,
    clock,
    finishing,
    host: succeed({ close, updates }),
    exit: (code: number) => exits.push(code),
  }
}

const never = new Promise<never>(() => undefined)

test('an end in order is as long as installing an update takes', async () => {
  const { exits, clock, finishing, host, exit } = world(async () => undefined)
  await endHost(Promise.resolve(host), exit, clock)
  clock.advance(MAX_END_MS)
  expect(exits).toEqual([])
  for (const finish of finishing) finish()
  expect(exits).toEqual([0])
})

test.each([
  ['an end', (host: ReturnType<typeof world>['host']) => Promise.resolve(host)],
  ['a start', () => never],
])('%s that does not come to its end is cut short', (_, starting) => {
  const { exits, clock, host, exit } = world(() => never)
  void endHost(starting(host), exit, clock)
  clock.advance(MAX_END_MS - 1)
  expect(exits).toEqual([])
  clock.advance(1)
  expect(exits).toEqual([1])
})

test('a start that fails while the user quits is told by the exit code', async () => {
  const { exits, clock, exit } = world(() => never)
  await endHost(Promise.reject(new Error('disk')), exit, clock)
  expect(exits).toEqual([1])
})
