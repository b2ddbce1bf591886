/** Drafts and what is known of their models, for tests of what a press would send; and a form of which nothing is kept. */
import { seededRandom } from '#contract/rules/seeded-random.ts'
import type { Model } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { PlanKnowledge } from '#renderer/features/create/build-requests.ts'
import { type Draft, EMPTY_DRAFT } from '#renderer/features/create/draft.ts'
import { isTrusted } from '#renderer/features/create/model/models-store.ts'
import { knowOptions } from '#renderer/features/create/options/know-options.ts'
import { promptsOf } from '#renderer/features/create/prompt/plan-prompts.ts'

export const DRAFT: Draft = {
  ...EMPTY_DRAFT,
  prompt: ' a fox ',
  model: { provider: 'studio', id: 'ink', isTyped: false },
}

export function knowing(media: MediaType, draft: Draft, models: readonly Model[]): PlanKnowledge {
  return {
    profileId: 'one',
    knowledgeOf: ({ provider, id }) =>
      knowOptions(
        media,
        models.find((model) => model.provider === provider && model.id === id),
      ),
    isTrusted: (one) => isTrusted({ list: { items: models, stale: false, fetchedAt: 0 }, known: {} }, one),
    prompts: promptsOf(draft, {}, seededRandom(draft.pickSeed)),
  }
}

/** For a form of which nothing is kept. */
export const NOTHING_KEPT = {
  saver: {
    read: async () => null,
    load: async () => null,
    save: () => undefined,
    flush: async () => undefined,
    isSaved: () => true,
    leave: () => undefined,
  },
  firstPrompt: '',
  onAccepted: () => undefined,
}
