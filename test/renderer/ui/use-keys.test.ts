import { expect, it } from 'vitest'
import { pressKey } from '#renderer/ui/use-keys.ts'

it('acts once for a held key where repeats do nothing', () => {
  let count = 0
  const press = (repeat: boolean, repeats?: boolean) => {
    const event = { key: 'a', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat }
    return pressKey({ a: () => void (count += 1) }, { ...event, preventDefault: () => undefined }, repeats)
  }
  expect([press(false, false), press(true, false), count]).toEqual([true, true, 1])
  expect([press(true), count]).toEqual([true, 2])
})
