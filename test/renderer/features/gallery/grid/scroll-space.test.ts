import { describe, expect, it } from 'vitest'
import { createScrollSpace, placed, scrolled } from '#renderer/features/gallery/grid/scroll-space.ts'

const VIEW = 800

describe('a list that fits', () => {
  it('scrolls as the page does', () => {
    const space = createScrollSpace(5_000, 10_000)
    expect(scrolled(space, 0, 3_000, VIEW)).toBe(space)
    expect(placed(space, 1_234, VIEW)).toEqual({ space, scrollTop: 1_234 })
    expect(placed(space, 9_999, VIEW).scrollTop).toBe(4_200)
  })
})

describe('a list that is five times too high', () => {
  const HIGHEST = 10_000
  const space = createScrollSpace(50_000, HIGHEST)
  const start = placed(space, 20_000, VIEW)

  it('shows what it is asked to show', () => {
    expect(start.scrollTop + start.space.shift).toBe(20_000)
  })
  it('moves pixel for pixel while the reader scrolls a little', () => {
    const moved = scrolled(start.space, start.scrollTop, start.scrollTop + 500, VIEW)
    expect(start.scrollTop + 500 + moved.shift).toBe(20_500)
  })
  it('goes in proportion where the scrollbar is dragged', () => {
    const far = scrolled(space, 0, 4_600, VIEW)
    expect(4_600 + far.shift).toBe(24_600)
  })
  it('reaches the very first and the very last pixel from anywhere', () => {
    const top = scrolled(start.space, 300, 0, VIEW)
    expect(0 + top.shift).toBe(0)
    const end = scrolled(start.space, HIGHEST - VIEW - 10, HIGHEST - VIEW, VIEW)
    expect(HIGHEST - VIEW + end.shift).toBe(50_000 - VIEW)
  })
  it('never leaves the content, however long the reader scrolls in small steps', () => {
    let now = { space, scrollTop: 0 }
    for (let step = 0; step < 400; step++) {
      const scrollTop = Math.min(HIGHEST - VIEW, now.scrollTop + 160)
      const next = scrolled(now.space, now.scrollTop, scrollTop, VIEW)
      const position = scrollTop + next.shift
      expect(position).toBeGreaterThanOrEqual(now.scrollTop + now.space.shift)
      expect(position).toBeLessThanOrEqual(50_000 - VIEW)
      // The page rests after each few steps, and is brought into proportion without anything moving.
      const rested = placed(next, position, VIEW)
      expect(rested.scrollTop + rested.space.shift).toBe(position)
      now = step % 5 === 0 ? rested : { space: next, scrollTop }
    }
    expect(now.scrollTop + now.space.shift).toBe(50_000 - VIEW)
  })
})
