/** Delays a loading state, so that quick responses show no skeleton. */
import { useEffect, useState } from 'react'

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
