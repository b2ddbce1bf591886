/** What the form holds when its drafts have been read: at the start, and for another profile. */
import { MEDIA_TYPES, type MediaType } from '#contract/rules/media.ts'
import { EMPTY_DRAFT, settledDraft, type Draft, type Drafts } from './draft.ts'
import type { OpenForm, SavedForm } from './draft-saver.ts'

export const FIRST_MEDIA_TYPE: MediaType = 'image'

type Written = Pick<OpenForm, 'mediaType' | 'drafts'>

/** The form as it was at the last start, with what was written while it was being read. */
export function restored({ mediaType, drafts }: Written, saved: SavedForm, firstPrompt: string): Written {
  const first: SavedForm['drafts'] =
    saved.mediaType === null ? { image: { ...EMPTY_DRAFT, prompt: firstPrompt } } : {}
  const opened = MEDIA_TYPES.map((name) => {
    const draft = saved.drafts[name] ?? first[name] ?? EMPTY_DRAFT
    return [name, withEdits(draft, drafts[name])]
  })
  return {
    mediaType: mediaType === FIRST_MEDIA_TYPE ? (saved.mediaType ?? mediaType) : mediaType,
    drafts: Object.fromEntries(opened) as Drafts,
  }
}

/** What was written meanwhile counts. A model that the form chose from the listing by itself is not the user's. */
function withEdits(draft: Draft, written: Draft): Draft {
  if (written.prompt !== '' || written.optionsText !== EMPTY_DRAFT.optionsText) return written
  return written.inputs.length === 0 ? draft : { ...draft, inputs: [...draft.inputs, ...written.inputs] }
}

/** The drafts of another profile; where it has none, the words of the one that was left. */
export function switched(drafts: Drafts, saved: SavedForm): Drafts {
  // What was still being read when its profile was left is lost.
  const opened = MEDIA_TYPES.map((name) => {
    const draft = saved.drafts[name]
    const isSame = draft === drafts[name]
    return [name, draft === undefined ? wordsOf(drafts[name]) : isSame ? draft : settledDraft(draft)]
  })
  return Object.fromEntries(opened) as Drafts
}

/** What a draft holds that is no service's own. */
function wordsOf(draft: Draft): Draft {
  const { prompt, variables, expansion, picks, pickSeed, fromAssetId } = draft
  const inputs = settledDraft(draft).inputs.map((input) => {
    const { shape: _shape, paint: _paint, ...rest } = input
    return { ...rest, option: null }
  })
  return { ...EMPTY_DRAFT, prompt, variables, expansion, picks, pickSeed, inputs, fromAssetId }
}
