/** The present moment for views that tell how long something has taken. */
import { useEffect, useState } from 'react'

/** Renders again every `everyMs` with the time; stands still while `running` is false. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    const tick = (): void => setNow(Date.now())
    const first = setTimeout(tick, 0)
    const timer = setInterval(tick, everyMs)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [everyMs, running])
  return now
}
