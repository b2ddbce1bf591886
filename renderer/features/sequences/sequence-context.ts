/** What the parts of an open sequence share. */
import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { PlannedShot } from '#contract/sequences.ts'
import type { EditedShot, ShotRequest } from './edits.ts'
import type { Playback } from './playback.ts'
import type { SequenceSession, SessionState } from './session.ts'
import type { Clips } from './use-clips.ts'

export interface RequestFormProps {
  readonly shotId: string
  readonly request: ShotRequest
  onChange(change: Partial<ShotRequest>): void
  onGenerate(): void
}

export type FirstModel = Pick<ShotRequest, 'mediaType' | 'provider' | 'model'>

/** What the page lends to sequences of its other parts. */
export interface SequenceUses {
  /** The fields of what a shot asks for. */
  renderForm(props: RequestFormProps): ReactNode
  /** Of the service in use, that of the media type where it has one. Null where it has none. */
  firstModel(mediaType: ShotRequest['mediaType']): Promise<FirstModel | null>
  /** What runs and has run, as it is shown in the gallery. */
  renderJobs(): ReactNode
  onOpenAsset(assetId: string): void
}

export interface OpenSequence {
  readonly uses: SequenceUses
  readonly session: SequenceSession
  readonly playback: Playback
  readonly clips: Clips
  /** The shot whose form is open. */
  readonly chosen: StoreApi<string | null>
  /** Asks before these shots, or all, are sent; `onCancel` where nothing was. */
  onGenerate(shotIds?: readonly string[], onCancel?: () => void): void
}

const Context = createContext<OpenSequence | null>(null)

export const OpenSequenceProvider = Context.Provider

export function useOpenSequence(): OpenSequence {
  const open = use(Context)
  if (open === null) throw new Error('useOpenSequence is called outside OpenSequenceProvider')
  return open
}

/** Keep `select` narrow: it decides when the component renders. */
export function useSession<Part>(select: (state: SessionState) => Part): Part {
  return useStore(useOpenSequence().session.store, select)
}

/** The shot whose form is open: the first one where none was chosen, or the chosen one is gone. */
export function useChosenShot(): EditedShot | undefined {
  const { chosen, clips } = useOpenSequence()
  const id = useStore(chosen)
  return clips.parts.find((shot) => shot.id === id) ?? clips.parts[0]
}

export function usePlanned(shotId: string): PlannedShot | undefined {
  return useSession(({ plan }) => plan?.shots.find((shot) => shot.shotId === shotId))
}
