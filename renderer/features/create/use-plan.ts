/** What a press of Generate would do at this moment, and what the form knows to say so. */
import { useCallback, useMemo } from 'react'
import type { ModelList } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { modelsOf, planRequests, type Obstacle, type Plan } from './build-requests.ts'
import type { ChosenModel, Draft } from './draft.ts'
import { modelKey, type ModelMemory } from './model/model-memory.ts'
import { findModel } from './model/models-store.ts'
import { knowOptions, type OptionKnowledge } from './options/know-options.ts'
import { chanceFrom, promptsOf, type PromptPlan, type WordLists } from './prompt/plan-prompts.ts'

export interface FormPlan {
  readonly plan: Plan | Obstacle
  readonly prompts: PromptPlan
  knowledgeOf(model: ChosenModel): OptionKnowledge
}

export function usePlan(
  media: MediaType,
  draft: Draft,
  list: ModelList | null,
  memory: ModelMemory['known'],
  lists: WordLists,
  /** Characters of a prompt that the model takes. */
  limit: number | undefined,
): FormPlan {
  const { prompt, variables, expansion, picks, pickSeed } = draft
  const prompts = useMemo(
    () => promptsOf({ prompt, variables, expansion, picks, pickSeed }, lists, chanceFrom(pickSeed), limit),
    [prompt, variables, expansion, picks, pickSeed, lists, limit],
  )
  const { many, model } = draft
  const { axes } = many
  const known = useMemo(() => {
    const models =
      model === null ? modelsOf({ many: { axes }, model }) : [model, ...modelsOf({ many: { axes }, model })]
    return new Map(
      models.map((one) => {
        const key = modelKey(one)
        return [key, knowOptions(media, findModel(list, one), memory[key])] as const
      }),
    )
  }, [media, list, memory, model, axes])
  const knowledgeOf = useCallback(
    (one: ChosenModel) => known.get(modelKey(one)) ?? knowOptions(media, undefined),
    [known, media],
  )
  const plan = useMemo(
    () => planRequests(media, draft, { knowledgeOf, prompts }),
    [media, draft, knowledgeOf, prompts],
  )
  return { plan, prompts, knowledgeOf }
}
