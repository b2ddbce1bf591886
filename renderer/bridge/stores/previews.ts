/**
 * Makes missing previews, and knows which ones were made: one at a time, the latest request first, each at most
 * once a session.
 *
 * A view calls `need` when the host has none. Once `made` has the asset, the host has its previews.
 */
import { createStore } from 'zustand/vanilla'
import type { Asset } from '#contract/library.ts'
import type { PreviewKind } from '#contract/rules/media.ts'
import type { Bridge } from '../bridge.ts'

export interface PreviewState {
  /** Asset ids whose previews were made in this session. */
  readonly made: ReadonlySet<string>
  /** Addresses at which there was no preview: nobody asks there again before it is made. */
  readonly missing: ReadonlySet<string>
}

type Previews = readonly (readonly [kind: PreviewKind, preview: Blob])[]
type Source = Pick<Asset, 'id' | 'kind' | 'sizeBytes'>

/** Makes an asset's previews; rejects when the browser cannot. */
export type PreviewDecoder = (asset: Source) => Promise<Previews>

export function createPreviewStore(bridge: Bridge, decode: PreviewDecoder = decodePreviews) {
  const tried = new Set<string>()
  const waiting: Source[] = []
  let isAtWork = false
  const store = createStore<PreviewState>()(() => ({ made: new Set(), missing: new Set() }))

  /** Makes the previews of a video or an audio file, unless that was tried before. Other kinds have none. */
  function need(asset: Source): void {
    if (tried.has(asset.id) || (asset.kind !== 'video' && asset.kind !== 'audio')) return
    tried.add(asset.id)
    waiting.push(asset)
    if (!isAtWork) void work()
  }
  async function work(): Promise<void> {
    isAtWork = true
    for (let asset = waiting.pop(); asset !== undefined; asset = waiting.pop()) {
      const { id } = asset
      if (await makeAndStore(asset)) store.setState(({ made }) => ({ made: new Set(made).add(id) }))
    }
    isAtWork = false
  }

  /** A file that this browser cannot decode keeps the icon of its kind. */
  async function makeAndStore(asset: Source): Promise<boolean> {
    try {
      const responses = await Promise.all(
        (await decode(asset)).map(([kind, preview]) => bridge.storePreview(asset.id, kind, preview)),
      )
      return responses.every(({ ok }) => ok)
    } catch {
      return false
    }
  }

  function noteMissing(url: string): void {
    store.setState(({ missing }) => ({ missing: new Set(missing).add(url) }))
  }
  // What the host could not give while it was going away, it may have.
  bridge.onReconnect(() => store.setState({ missing: new Set() }))
  return Object.assign(store, { need, noteMissing })
}

async function decodePreviews({ id, kind, sizeBytes }: Source): Promise<Previews> {
  const { decodePeaks, decodeVideo } = await import('../decode-preview.ts')
  if (kind === 'audio') return [['peaks', await decodePeaks(id, sizeBytes)]]
  const { poster, scrub } = await decodeVideo(id)
  return [
    ['poster', poster],
    ['scrub', scrub],
  ]
}
