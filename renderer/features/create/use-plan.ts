/** What a press of Generate would do at this moment, and what the form knows to say so. */
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Model, ModelList } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { modelsOf, type Obstacle, type Plan, planRequests } from './build-requests.ts'
import { sceneOf, type Draft } from './draft.ts'
import type { ChosenModel } from './model/chosen-model.ts'
import type { CreateFormStore } from './form-store.ts'
import type { Prompting } from './prompt/prompting.ts'
import { modelKey, type ModelMemory, type ModelName } from './model/model-memory.ts'
import { findModel, type ModelsStore } from './model/models-store.ts'
import { knowOptions, type OptionKnowledge } from './options/know-options.ts'
import {
  chanceFrom,
  type PlannedPrompt,
  type PromptPlan,
  promptLimit,
  promptsOf,
  type WordLists,
} from './prompt/plan-prompts.ts'
import type { PlannedAxis } from './batch/plan-axes.ts'
import { useStore } from 'zustand'
import type { BatchForecast } from '#contract/queue.ts'
import { useHost } from '../../bridge/host.tsx'
import { forecastRequests } from './batch/forecast.ts'

/** Everything that the form shows of its open draft. */
export interface FormView extends FormPlan {
  readonly media: MediaType
  readonly draft: Draft
  readonly list: ModelList | null
  /** Undefined where the listing does not know the chosen model. */
  readonly model: Model | undefined
  /** What is known of the chosen model's options. */
  readonly knowledge: OptionKnowledge
  readonly scene: Scene
  /** Characters of a prompt that the model takes. */
  readonly limit: number | undefined
  /** May come a frame behind the key that changes it. */
  readonly facts: PanelFacts
}

export function useFormView(form: CreateFormStore, models: ModelsStore, prompting: Prompting): FormView {
  const media = useStore(form, (state) => state.media)
  const draft = useStore(form, (state) => state.drafts[state.media])
  const list = useStore(models, (state) => state.list)
  const lists = useStore(prompting.words, (state) => state.lists)
  const memory = useModelMemory(models, modelsOf(draft))
  const model = findModel(list, draft.model)
  const limit = promptLimit(model?.optionSchema)
  const formPlan = usePlan(media, draft, list, memory, lists, limit)
  const { plan, prompts, knowledgeOf } = formPlan
  const knowledge = useMemo(
    () => (draft.model === null ? knowOptions(media, undefined) : knowledgeOf(draft.model)),
    [media, draft.model, knowledgeOf],
  )
  const { axes, obstacle, prompts: varied } = panelFacts(plan, prompts.prompts)
  const facts = useDeferredValue(
    useMemo(() => ({ axes, obstacle, prompts: varied }), [axes, obstacle, varied]),
  )
  return { ...formPlan, media, draft, list, model, knowledge, scene: sceneOf(media, draft), limit, facts }
}

export interface FormPlan {
  readonly plan: Plan | Obstacle
  readonly prompts: PromptPlan
  knowledgeOf(model: ChosenModel): OptionKnowledge
}

function usePlan(
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
  const { batch, model } = draft
  const { axes } = batch
  const known = useMemo(() => {
    const models =
      model === null ? modelsOf({ batch: { axes }, model }) : [model, ...modelsOf({ batch: { axes }, model })]
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

export interface PanelFacts {
  /** Empty while there is no plan. */
  readonly axes: readonly PlannedAxis[]
  /** Null unless it is one of the panel's own. */
  readonly obstacle: Extract<Obstacle, { kind: 'axis' | 'seeds' | 'tooMany' }> | null
  /** What can be varied; the words of a prompt that stands alone do not matter. */
  readonly prompts: readonly PlannedPrompt[]
}

const NO_AXES: readonly PlannedAxis[] = []
const NO_PROMPT: readonly PlannedPrompt[] = []
const ONE_PROMPT: readonly PlannedPrompt[] = [{ prompt: '' }]

function panelFacts(plan: Plan | Obstacle, prompts: readonly PlannedPrompt[]): PanelFacts {
  return {
    axes: 'kind' in plan || plan.axes.length === 0 ? NO_AXES : plan.axes,
    obstacle: 'kind' in plan && isOfPanel(plan) ? plan : null,
    prompts: prompts.length === 0 ? NO_PROMPT : isAlone(prompts) ? ONE_PROMPT : prompts,
  }
}

function isOfPanel(obstacle: Obstacle): obstacle is NonNullable<PanelFacts['obstacle']> {
  return obstacle.kind === 'axis' || obstacle.kind === 'seeds' || obstacle.kind === 'tooMany'
}

function isAlone(prompts: readonly PlannedPrompt[]): boolean {
  return prompts.length === 1 && prompts[0]?.cell === undefined
}

/** A provider typed by hand passes through many names on its way. */
const SETTLED_MS = 250

function useModelMemory(models: ModelsStore, names: readonly ModelName[]): ModelMemory['known'] {
  const memory = useStore(models, (state) => state.memory)
  const known = useStore(memory, (state) => state.known)
  const keys = names.map(modelKey).join('\n')
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const key of keys.split('\n').filter(Boolean)) {
        const [provider, id] = JSON.parse(key) as [string, string]
        void memory.getState().know({ provider, id })
      }
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [memory, keys])
  return known
}

const STILL_MS = 300

/** null while it is not known. What is told belongs to the plan given, never to one before it. */
export function useForecast(plan: Plan | Obstacle): BatchForecast | null {
  const { bridge } = useHost()
  // The prompt changes with every key, and what is asked does not.
  const question = useMemo(
    () => ('requests' in plan ? JSON.stringify(forecastRequests(plan.requests)) : null),
    [plan],
  )
  const [responded, setAnswered] = useState<{ question: string; forecast: BatchForecast } | null>(null)
  useEffect(() => {
    if (question === null) return
    let isLeft = false
    async function ask(asked: string): Promise<void> {
      const requests = JSON.parse(asked) as ReturnType<typeof forecastRequests>
      const response = await bridge.call('queue.forecast', { requests })
      if (!isLeft && response.ok) setAnswered({ question: asked, forecast: response.data })
    }
    const timer = setTimeout(() => void ask(question), STILL_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [bridge, question])
  return responded !== null && responded.question === question ? responded.forecast : null
}
