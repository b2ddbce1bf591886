/**
 * What follows from the open draft: what is known of its model, what its prompt comes to, what a press would send.
 *
 * Derived from the form, the listing and the word lists with every change of them; each step is made anew only when something
 * changed that it reads.
 */
import { seededRandom } from '#contract/rules/seeded-random.ts'
import type { Model, ModelList } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { modelsOf, type Obstacle, type Plan, planRequests } from './build-requests.ts'
import { type Draft, sceneOf } from './draft.ts'
import { type CreateFormStore, exampleOf } from './form-store.ts'
import {
  type ChosenModel,
  findModel,
  isTrusted,
  modelKey,
  type Models,
  type ModelsStore,
} from './model/models-store.ts'
import { knowOptions, type OptionKnowledge } from './options/know-options.ts'
import {
  type PromptDraft,
  type PromptPlan,
  promptLimit,
  promptsOf,
  type WordLists,
} from './prompt/plan-prompts.ts'
import type { WordListsStore } from './prompt/prompting.ts'

export interface FormView {
  readonly mediaType: MediaType
  readonly draft: Draft
  /** What the empty prompt stands for. */
  readonly example: string | null
  readonly scene: Scene
  readonly list: ModelList | null
  /** Undefined where the listing does not know the chosen model. */
  readonly model: Model | undefined
  readonly knowledge: OptionKnowledge
  knowledgeOf(model: ChosenModel): OptionKnowledge
  /** Characters of a prompt that the model takes. */
  readonly limit: number | undefined
  readonly prompts: PromptPlan
  readonly plan: Plan | Obstacle
}

export type FormViewStore = StoreApi<FormView>

export function createFormView(
  form: CreateFormStore,
  models: ModelsStore,
  wordLists: WordListsStore,
): FormViewStore {
  const knowledgeFor = remember(knowledgeOfModels)
  const promptDraftFor = remember(promptDraft)
  const promptsFor = remember(plannedPrompts)
  const planFor = remember(planRequests)
  const withPrompt = remember((draft: Draft, example: string | null) =>
    example === null ? draft : { ...draft, prompt: example },
  )
  const knownFor = remember(
    (
      knowledgeOf: FormView['knowledgeOf'],
      prompts: PromptPlan,
      list: Models['list'],
      known: Models['known'],
      profileId: string,
    ) => ({
      profileId,
      knowledgeOf,
      prompts,
      isTrusted: (one: ChosenModel) => isTrusted({ list, known }, one),
    }),
  )
  function read(): FormView {
    const { mediaType, drafts, profileId } = form.getState()
    const draft = drafts[mediaType]
    const example = exampleOf(form.getState())
    const sent = withPrompt(draft, example)
    const { list, known } = models.getState()
    const model = findModel(list, draft.model)
    const limit = promptLimit(model?.optionSchema)
    const knowledgeOf = knowledgeFor(mediaType, list, known, draft.model, draft.batch.axes)
    const { prompt, variables, expansion, picks, pickSeed } = sent
    const written = promptDraftFor(prompt, variables, expansion, picks, pickSeed)
    const prompts = promptsFor(written, wordLists.getState().lists, limit)
    return {
      mediaType,
      draft,
      example,
      scene: sceneOf(mediaType, draft),
      list,
      model,
      knowledge: knowledgeOf(draft.model),
      knowledgeOf,
      limit,
      prompts,
      plan: planFor(mediaType, sent, knownFor(knowledgeOf, prompts, list, known, profileId)),
    }
  }
  const store = createStore<FormView>()(read)
  for (const source of [form, models, wordLists]) source.subscribe(() => store.setState(read()))
  return store
}

function knowledgeOfModels(
  mediaType: MediaType,
  list: ModelList | null,
  known: Models['known'],
  model: Draft['model'],
  axes: Draft['batch']['axes'],
): (model: ChosenModel | null) => OptionKnowledge {
  const models = [...(model === null ? [] : [model]), ...modelsOf({ batch: { axes }, model })]
  const byKey = new Map(
    models.map((one) => {
      const key = modelKey(one)
      return [key, knowOptions(mediaType, findModel(list, one), known[key])] as const
    }),
  )
  const nothing = knowOptions(mediaType, undefined)
  return (one) => (one === null ? nothing : (byKey.get(modelKey(one)) ?? nothing))
}

function promptDraft(
  prompt: Draft['prompt'],
  variables: Draft['variables'],
  expansion: Draft['expansion'],
  picks: Draft['picks'],
  pickSeed: Draft['pickSeed'],
): PromptDraft {
  return { prompt, variables, expansion, picks, pickSeed }
}

function plannedPrompts(draft: PromptDraft, lists: WordLists, limit: number | undefined): PromptPlan {
  return promptsOf(draft, lists, seededRandom(draft.pickSeed), limit)
}

/** Makes again only what is asked for with other arguments than last. */
function remember<Arguments extends readonly unknown[], Made>(
  make: (...args: Arguments) => Made,
): (...args: Arguments) => Made {
  let last: { readonly args: Arguments; readonly made: Made } | null = null
  return (...args) => {
    const same = last !== null && args.every((arg, index) => arg === last?.args[index])
    const current = same && last !== null ? last : { args, made: make(...args) }
    last = current
    return current.made
  }
}
