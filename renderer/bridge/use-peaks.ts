/** The peaks of an audio file: loaded from the host, or made by the page where the host has none. */
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { useHost, useHostState } from './host.tsx'
import { peaksUrl } from './media.ts'

/** Peaks from 0 to 255; null until they are known. */
export function usePeaks(asset: Asset | undefined): Uint8Array | null {
  const { previews } = useHost()
  const id = asset?.id
  const isMade = useHostState('previews', ({ made }) => id !== undefined && made.has(id))
  const [peaks, setPeaks] = useState<Uint8Array | null>(null)
  useEffect(() => {
    if (asset === undefined) return
    const sound = asset
    const leaving = new AbortController()
    async function read(): Promise<void> {
      try {
        const address = isMade ? `${peaksUrl(sound.id)}?made` : peaksUrl(sound.id)
        const response = await fetch(address, { signal: leaving.signal })
        if (response.ok) setPeaks(new Uint8Array(await response.arrayBuffer()))
        else if (!isMade) previews.getState().need(sound)
      } catch {
        // Unmounted before the response, or the host is unreachable: the player shows that.
      }
    }
    void read()
    return () => leaving.abort()
  }, [asset, isMade, previews])
  return peaks
}
