import { describe, expect, it } from 'vitest'
import { readEvent, reconnectWaitMs } from '#renderer/bridge/event-stream.ts'

describe('reading one block of the event stream', () => {
  it('reads an event', () => {
    expect(readEvent('data: {"name":"task.removed","data":{"id":"t"}}')).toEqual({
      name: 'task.removed',
      data: { id: 't' },
    })
  })
  it('joins data that spans lines', () => {
    expect(readEvent('data: {"name":"x",\ndata: "data":1}')).toEqual({ name: 'x', data: 1 })
  })
  it.each([': ping', 'data: nonsense', 'data: 5', 'event: x', ''])('ignores %j', (block) => {
    expect(readEvent(block)).toBeNull()
  })
})

it('waits longer after each failure, up to a bound', () => {
  expect([1, 2, 3, 4, 10].map(reconnectWaitMs)).toEqual([300, 600, 1200, 2400, 10_000])
})
