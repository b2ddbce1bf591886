/** A function that stays the same, so that what is handed it need not be drawn again, and calls what was given last. */
import { useCallback, useLayoutEffect, useRef } from 'react'

/** For events and timers: not to be called while the page is drawn. */
export function useLatestCallback<Arguments extends readonly unknown[], Answer>(
  callback: (...args: Arguments) => Answer,
): (...args: Arguments) => Answer {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args) => latest.current(...args), [])
}
