import { expect, it } from 'vitest'
import { pressKey } from '#renderer/ui/use-keys.ts'

/** How often a key acts that is pressed and held until it repeats twice. */
function countHeld(key: string, { repeats = true, ctrlKey = false } = {}): number {
  let count = 0
  const name = (ctrlKey ? 'ctrl+' : '') + key.toLowerCase()
  for (const repeat of [false, true, true]) {
    const event = { key, ctrlKey, metaKey: false, altKey: false, shiftKey: false, repeat }
    const isTaken = pressKey(
      { [name]: () => void (count += 1) },
      { ...event, preventDefault: () => undefined },
      repeats,
    )
    expect(isTaken).toBe(true)
  }
  return count
}

it.each(['r', 'v', 's', 'Delete', 'Backspace', ' '])('acts once while %j is held', (key) => {
  expect(countHeld(key)).toBe(1)
})

it.each(['ArrowLeft', '+', '-', ',', '.', '['])('goes on while %j is held, which steps or zooms', (key) => {
  expect(countHeld(key)).toBe(3)
})

it('goes on undoing while the keys are held', () => {
  expect(countHeld('z', { ctrlKey: true })).toBe(3)
})

it('acts once for a held key where nothing repeats', () => {
  expect(countHeld('ArrowLeft', { repeats: false })).toBe(1)
})
