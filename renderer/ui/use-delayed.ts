/** Delays a loading state, so that quick responses show no skeleton. */
import { useEffect, useState, useCallback, useLayoutEffect, useRef } from 'react'

/** True once `waiting` has lasted `afterMs`. */
export function useDelayed(waiting: boolean, afterMs = 150): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting, afterMs])
  return waiting && late
}

/** For events and timers: not to be called while the page is drawn. */
export function useLatestCallback<Arguments extends readonly unknown[], Result>(
  callback: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args) => latest.current(...args), [])
}
