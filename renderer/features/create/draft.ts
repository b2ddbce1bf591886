/** What is in the form, per medium, and how it survives a restart. */
import type { InputMedia } from '#contract/input.ts'
import type { MediaType, Scene } from '#contract/model.ts'
import { MEDIA, scenesOf } from '../../ui/scenes.ts'

export interface ChosenModel {
  readonly provider: string
  readonly id: string
  /** Typed by hand or filled in: it stays although the listing does not know it. */
  readonly isTyped: boolean
}

export interface DraftInput {
  /** The page's own name for the row, before and after the host has accepted the file. */
  readonly key: string
  readonly name: string
  readonly media: InputMedia | null
  /** The option key chosen by hand; null while it follows the schema. */
  readonly option: string | null
  readonly problem: string | null
}

export interface Draft {
  readonly prompt: string
  readonly model: ChosenModel | null
  /** null: follows from the inputs. */
  readonly scene: Scene | null
  readonly optionsText: string
  /** How many requests one press makes. */
  readonly requests: number
  readonly inputs: readonly DraftInput[]
}

export type Drafts = Readonly<Record<MediaType, Draft>>

/** The part of localStorage that drafts need. */
export interface DraftStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

const STORAGE_KEY = 'atelier.drafts'
const EMPTY: Draft = { prompt: '', model: null, scene: null, optionsText: '{}', requests: 1, inputs: [] }

/** The scene that the inputs make: a picture turns text-to-image into image-to-image. */
export function sceneOf(media: MediaType, draft: Pick<Draft, 'scene' | 'inputs'>): Scene {
  if (draft.scene !== null && scenesOf(media).includes(draft.scene)) return draft.scene
  const has = (kind: InputMedia['kind']): boolean => draft.inputs.some((input) => input.media?.kind === kind)
  switch (media) {
    case 'image':
      return has('image') ? 'image-to-image' : 'text-to-image'
    case 'video':
      if (has('video')) return 'video-to-video'
      return has('image') ? 'image-to-video' : 'text-to-video'
    case 'character':
      return 'character-creation'
    case 'music':
      return 'text-to-music'
  }
}

export function readDrafts(storage: DraftStorage, firstPrompt: string): { media: MediaType; drafts: Drafts } {
  const saved = readSaved(storage)
  const known = typeof saved['drafts'] === 'object' && saved['drafts'] !== null ? saved['drafts'] : {}
  const drafts = Object.fromEntries(
    MEDIA.map((media) => {
      const fresh = media === 'image' ? { ...EMPTY, prompt: firstPrompt } : EMPTY
      return [media, readDraft((known as Record<string, unknown>)[media], fresh)]
    }),
  ) as Record<MediaType, Draft>
  return { media: MEDIA.find((media) => media === saved['media']) ?? 'image', drafts }
}

/** Keeps the drafts; a full or forbidden storage loses the convenience, never the form. */
export function saveDrafts(storage: DraftStorage, media: MediaType, drafts: Drafts): void {
  const settled = Object.fromEntries(
    Object.entries(drafts).map(([name, draft]) => [
      name,
      { ...draft, inputs: draft.inputs.filter((input) => input.media !== null) },
    ]),
  )
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify({ media, drafts: settled }))
  } catch {
    return
  }
}

function readSaved(storage: DraftStorage): Record<string, unknown> {
  try {
    const saved: unknown = JSON.parse(storage.getItem(STORAGE_KEY) ?? '{}')
    return typeof saved === 'object' && saved !== null ? (saved as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function readDraft(saved: unknown, fresh: Draft): Draft {
  if (typeof saved !== 'object' || saved === null) return fresh
  const { prompt, model, scene, optionsText, requests, inputs } = saved as Partial<
    Record<keyof Draft, unknown>
  >
  return {
    prompt: typeof prompt === 'string' ? prompt : fresh.prompt,
    model: isChosenModel(model) ? model : null,
    scene: MEDIA.flatMap(scenesOf).find((name) => name === scene) ?? null,
    optionsText: typeof optionsText === 'string' ? optionsText : fresh.optionsText,
    requests: typeof requests === 'number' && requests >= 1 ? Math.floor(requests) : 1,
    inputs: Array.isArray(inputs) ? inputs.filter(isDraftInput) : [],
  }
}

function isChosenModel(value: unknown): value is ChosenModel {
  if (typeof value !== 'object' || value === null) return false
  const { provider, id, isTyped } = value as Partial<ChosenModel>
  return typeof provider === 'string' && typeof id === 'string' && typeof isTyped === 'boolean'
}

function isDraftInput(value: unknown): value is DraftInput {
  if (typeof value !== 'object' || value === null) return false
  const { key, name, media } = value as Partial<DraftInput>
  return typeof key === 'string' && typeof name === 'string' && typeof media?.id === 'string'
}
