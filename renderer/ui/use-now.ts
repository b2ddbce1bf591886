/** The current time for views that show how long something has taken. */
import { useEffect, useState } from 'react'

/** Renders again every `everyMs` with the time; pauses while `running` is false or the page is hidden. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return
    let first: ReturnType<typeof setTimeout> | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    const tick = (): void => setNow(Date.now())
    function stop(): void {
      clearTimeout(first)
      clearInterval(timer)
    }
    function start(): void {
      stop()
      if (document.visibilityState === 'hidden') return
      first = setTimeout(tick, 0)
      timer = setInterval(tick, everyMs)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      stop()
    }
  }, [everyMs, running])
  return now
}
