/** What each shot shows, as far as its file is known, and the time of the whole. */
import { useEffect, useMemo, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import type { VideoMeasures } from '#contract/rendering.ts'
import type { SequencePlan } from '#contract/sequences.ts'
import { useHost } from '../../bridge/host.tsx'
import { type EditedShot, goesOnFrom, partsOf, stillOf } from './edits.ts'
import type { SessionState } from './session.ts'
import { type Clip, layOut, type Segment } from './timeline.ts'

type Takes = Pick<SessionState, 'takes' | 'gone'>

/** The chosen take, else the newest: what exports have. */
export function shownOf({ id, take }: EditedShot, { takes, gone }: Takes): string | undefined {
  return take === undefined || gone.has(take) ? takes[id]?.[0]?.assetId : take
}

/** How many shots a press gives what their request made before: they show something else, or nothing. */
export function countReused(
  plan: SequencePlan,
  { value, ...takes }: Pick<SessionState, 'value'> & Takes,
): number {
  return plan.shots.filter(({ shotId, state, assetId }) => {
    const shot = value.shots.find(({ id }) => id === shotId)
    return (
      state === 'made' && shot !== undefined && shot.take === undefined && shownOf(shot, takes) !== assetId
    )
  }).length
}

export interface Clips {
  /** The shots that stand in the sequence, with what each shows. */
  readonly parts: readonly EditedShot[]
  readonly segments: readonly Segment[]
  assetOf(shot: EditedShot): Asset | undefined
  clipOf(shot: EditedShot): Clip | undefined
  /** What a card shows: where nothing is made yet, its still. */
  pictureOf(shot: EditedShot): Clip | undefined
}

export function useClips({ value, takes, gone }: Pick<SessionState, 'value'> & Takes): Clips {
  const ids = useMemo(
    () => [...new Set(value.shots.flatMap((shot) => shownOf(shot, { takes, gone }) ?? []))],
    [value, takes, gone],
  )
  const assets = useAssets(ids)
  const measures = useMeasures(assets)
  return useMemo(() => {
    const assetOf = (shot: EditedShot): Asset | undefined => assets.get(shownOf(shot, { takes, gone }) ?? '')
    function clipOf(shot: EditedShot): Clip | undefined {
      const asset = assetOf(shot)
      if (asset?.kind !== 'image' && asset?.kind !== 'video') return undefined
      const { startMs, endMs, frameRate } = measures.get(asset.id) ?? {}
      return {
        assetId: asset.id,
        kind: asset.kind,
        // Of the file, until its frames are measured.
        startMs: startMs ?? 0,
        lengthMs: endMs ?? asset.durationMs,
        frameRate: frameRate ?? undefined,
      }
    }
    function beginOf(shot: EditedShot): string | undefined {
      const from = goesOnFrom(shot)
      const begin = stillOf(value, shot.id) ?? value.shots.find(({ id }) => id === from)
      if (begin !== undefined) return shownOf(begin, { takes, gone })
      return shot.from !== undefined && 'assetId' in shot.from ? shot.from.assetId : undefined
    }
    function pictureOf(shot: EditedShot): Clip | undefined {
      const still = stillOf(value, shot.id)
      return clipOf(shot) ?? (still && clipOf(still))
    }
    const parts = partsOf(value)
    return { parts, segments: layOut(parts, clipOf, beginOf), assetOf, clipOf, pictureOf }
  }, [value, takes, gone, assets, measures])
}

/** The assets of these ids that are known, which are asked for here. */
export function useAssets(ids: readonly string[]): ReadonlyMap<string, Asset> {
  const { assets } = useHost()
  const [known, setKnown] = useState<ReadonlyMap<string, Asset>>(new Map())
  useEffect(() => {
    const read = (): void =>
      setKnown(new Map(ids.flatMap((id) => [[id, assets.get(id)] as const].filter(isKnown))))
    const stops = ids.map((id) => assets.subscribe(id, read))
    read()
    void assets.read(ids)
    return () => stops.forEach((stop) => stop())
  }, [assets, ids])
  return known
}

function isKnown(entry: readonly [string, Asset | undefined]): entry is readonly [string, Asset] {
  return entry[1] !== undefined
}

/** Of the videos among them, as exports measure them: asked for one after the other. */
function useMeasures(assets: ReadonlyMap<string, Asset>): ReadonlyMap<string, VideoMeasures> {
  const { bridge } = useHost()
  const [measures, setMeasures] = useState<ReadonlyMap<string, VideoMeasures>>(new Map())
  const [asked] = useState(() => new Set<string>())
  useEffect(() => {
    async function measure(): Promise<void> {
      for (const { id, kind } of assets.values()) {
        if (kind !== 'video' || asked.has(id)) continue
        asked.add(id)
        const response = await bridge.call('rendering.measure', { assetId: id })
        if (response.ok) setMeasures((before) => new Map([...before, [id, response.data]]))
        else asked.delete(id)
      }
    }
    void measure()
  }, [bridge, assets, asked])
  return measures
}
