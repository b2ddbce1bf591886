import { describe, expect, it } from 'vitest'
import { createFaultCounter } from './count-faults.ts'
import { readSchedule, type FaultSchedule, type Endpoint } from './schedule.ts'

function schedule(value: unknown): FaultSchedule {
  const reading = readSchedule(JSON.stringify(value))
  if (!reading.ok) throw new Error(reading.message)
  return reading.schedule
}

function complaint(value: unknown): string {
  const reading = readSchedule(typeof value === 'string' ? value : JSON.stringify(value))
  return reading.ok ? 'accepted' : reading.message
}

const drop = { kind: 'drop', at: 'request' }

describe('a schedule of faults', () => {
  it.each<[string, unknown, RegExp]>([
    ['text that is no JSON', '{"rules": [', /^It is not JSON: /u],
    ['no rules', { seed: 1 }, /^rules: /u],
    ['an empty list of rules', { rules: [] }, /^rules: /u],
    [
      'a fault that does not exist',
      { rules: [{ fault: { kind: 'explode' } }] },
      /^rules\[0\]\.fault\.kind: /u,
    ],
    ['a misspelt key', { rules: [{ fault: drop, afetr: 2 }] }, /^rules\[0\]: .*"afetr"/u],
    ['an unknown endpoint', { rules: [{ fault: drop, on: 'polls' }] }, /^rules\[0\]\.on: .*"task"/u],
    ['a probability over 1', { rules: [{ fault: drop, probability: 2 }] }, /^rules\[0\]\.probability: /u],
    ['a delay in words', { rules: [{ fault: { kind: 'delay', ms: 'long' } }] }, /^rules\[0\]\.fault\.ms: /u],
    [
      'a status that is no refusal',
      { rules: [{ fault: drop }, { fault: { kind: 'refuse', status: 200 } }] },
      /^rules\[1\]\.fault\.status: /u,
    ],
  ])('is refused for %s, naming the place', (_case, value, message) => {
    expect(complaint(value)).toMatch(message)
  })

  it('is told everything that is wrong at once', () => {
    expect(complaint({ seed: -1, rules: [{ fault: drop, after: -1 }] })).toMatch(
      /seed: .* rules\[0\]\.after: /u,
    )
  })
})

function taken(rules: readonly object[], endpoints: readonly Endpoint[], seed = 0): readonly number[] {
  const chaos = createFaultCounter(schedule({ seed, rules }))
  return endpoints.flatMap((endpoint, index) => (chaos.next(endpoint) === null ? [] : [index]))
}

describe('counting faults', () => {
  const tasks = Array.from({ length: 12 }, (): Endpoint => 'task')

  it.each([
    [{}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    [{ after: 9 }, [9, 10, 11]],
    [{ times: 2 }, [0, 1]],
    [{ every: 4 }, [3, 7, 11]],
    [{ after: 2, every: 3, times: 2 }, [4, 7]],
    [{ probability: 0 }, []],
  ])('takes the requests of the rule %j', (rule, expected) => {
    expect(taken([{ ...rule, fault: drop }], tasks)).toEqual(expected)
  })

  it('counts only the requests that a rule is on', () => {
    const mixed: Endpoint[] = ['task', 'generate', 'files', 'generate', 'task', 'generate']
    expect(taken([{ on: 'generate', every: 2, fault: drop }], mixed)).toEqual([3])
  })

  it('lets the first rule that takes a request decide, and does not use up the others', () => {
    const chaos = createFaultCounter(
      schedule({
        rules: [
          { times: 1, fault: drop },
          { times: 1, fault: { kind: 'delay', ms: 1 } },
        ],
      }),
    )
    expect([chaos.next('task')?.kind, chaos.next('task')?.kind, chaos.next('task')]).toEqual([
      'drop',
      'delay',
      null,
    ])
  })

  it('draws the same for the same seed, differently for another, and about as often as it is told', () => {
    const many = Array.from({ length: 2_000 }, (): Endpoint => 'task')
    const draw = (seed: number): readonly number[] => taken([{ probability: 0.25, fault: drop }], many, seed)
    expect(draw(3)).toEqual(draw(3))
    expect(draw(3)).not.toEqual(draw(4))
    expect(Math.abs(draw(3).length - 500)).toBeLessThan(100)
  })
})
