/** Previews of videos and audio files, which the page makes where the host has none. */
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { useHost, useHostState } from './host.tsx'
import { peaksUrl } from './media.ts'

export interface Preview {
  /** null while there is none. */
  readonly address: string | null
  /** Call when nothing came from the address. */
  onMissing(): void
}

/** `url` is the address of the asset's preview where it has one. */
export function usePreview(id: string, url: string): Preview {
  const { assets, previews } = useHost()
  // One subscription, and none to the asset while there is a preview: a grid makes hundreds of these while it is scrolled.
  const address = useHostState('previews', ({ made, missing }) => {
    const shown = made.has(id) ? `${url}?made` : url
    return missing.has(shown) ? null : shown
  })
  useEffect(() => {
    if (address !== null) return
    const make = (): void => {
      const asset = assets.get(id)
      if (asset !== undefined) previews.need(asset)
    }
    if (assets.get(id) === undefined) void assets.need(id)
    make()
    return assets.subscribe(id, make)
  }, [assets, previews, address, id])
  return {
    address,
    onMissing: () => {
      if (address !== null) previews.noteMissing(address)
    },
  }
}

/** The peaks of an audio file, from 0 to 255; null until they are known. */
export function usePeaks(asset: Asset | undefined): Uint8Array | null {
  const { previews } = useHost()
  const id = asset?.id
  const isMade = useHostState('previews', ({ made }) => id !== undefined && made.has(id))
  const [peaks, setPeaks] = useState<Uint8Array | null>(null)
  useEffect(() => {
    if (asset === undefined) return
    const audio = asset
    const leaving = new AbortController()
    async function read(): Promise<void> {
      try {
        const address = isMade ? `${peaksUrl(audio.id)}?made` : peaksUrl(audio.id)
        const response = await fetch(address, { signal: leaving.signal })
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (response.ok && bytes.length > 0) setPeaks(bytes)
        else if (!isMade) previews.need(audio)
      } catch {
        // Unmounted before the response, or the host is unreachable: the player shows that.
      }
    }
    void read()
    return () => leaving.abort()
  }, [asset, isMade, previews])
  return peaks
}
