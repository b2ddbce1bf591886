/** One asset as the gallery knows it, or as the host does where the gallery does not. */
import { useEffect, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { useWords } from '../../../ui/text.ts'
import { useDetails, useGallery } from '../use-gallery.ts'

export interface AssetState {
  readonly asset: Asset | undefined
  /** Why it cannot be shown. */
  readonly problem: string | null
}

export function useAsset(id: string): AssetState {
  const { text } = useWords()
  const { details } = useGallery()
  const asset = useDetails(id)
  const [failed, setFailed] = useState<{ readonly id: string; readonly message: string } | null>(null)
  const isKnown = asset !== undefined
  useEffect(() => {
    if (isKnown) return
    let isCurrent = true
    async function read(): Promise<void> {
      const response = await details.read([id])
      if (!isCurrent) return
      if (!response.ok) setFailed({ id, message: response.error.message })
      else if (response.data.length === 0) setFailed({ id, message: text('viewer.gone') })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [details, id, isKnown, text])
  return { asset, problem: asset === undefined && failed?.id === id ? failed.message : null }
}

/** Several assets in the order of their ids; those that are not there are left out. */
export function useAssets(ids: readonly string[]): readonly Asset[] {
  const { details } = useGallery()
  const [assets, setAssets] = useState<readonly Asset[]>([])
  useEffect(() => {
    let isCurrent = true
    async function read(): Promise<void> {
      const response = await details.read(ids)
      if (isCurrent && response.ok) setAssets(response.data)
    }
    void read()
    const stops = ids.map((id) => details.subscribe(id, () => void read()))
    return () => {
      isCurrent = false
      for (const stop of stops) stop()
    }
  }, [details, ids])
  return assets
}
