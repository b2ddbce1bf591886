/** The form of Create: a draft per media type, what the host said about the last attempt, and sending it. */
import type { RenderedFailure } from '#contract/errors.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { Task } from '#contract/tasks.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { formPart, type Obstacle, type Plan } from './build-requests.ts'
import { drawAgain } from './batch/batch-settings.ts'
import { EMPTY_DRAFT, type Draft, type Drafts } from './draft.ts'
import { type DraftSaver, FIRST_MEDIA_TYPE, restored, type SavedForm, switched } from './draft-saver.ts'
import { fillFrom, type Recipe } from './fill-form.ts'
import {
  createInputActions,
  type InputActionNeeds,
  type InputActions,
  type RemovedInputs,
} from './inputs/input-actions.ts'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'
import {
  createSender,
  type Pressed,
  type PressKind,
  type Sender,
  type SenderNeeds,
  type Sent,
  type ToSend,
} from './send.ts'

interface FormState {
  /** Whose drafts these are; '' where there is no profile. */
  readonly profileId: string
  readonly mediaType: MediaType
  readonly drafts: Drafts
  /** Whether the drafts of the last start are here, so that what is written is saved. */
  readonly isLoaded: boolean
  /** Media types whose drafts are too large to be saved. */
  readonly oversized: readonly MediaType[]
  /** The press that the host has not answered yet. */
  readonly pressed: Pressed | null
  /** A large batch waits for the user's yes. */
  readonly isConfirming: boolean
  /** The host's words on the last attempt, by the part of the form they speak of. */
  readonly partErrors: Readonly<Record<string, string>>
  readonly error: RenderedFailure | null
  /** What was removed of the inputs just now, and can be put back. */
  readonly removed: RemovedInputs | null
  /** Counts the requests to put the cursor into the prompt; 0 once it was put there. */
  readonly focusRequests: number
  /** What an empty prompt stands for, until something was sent. */
  readonly example: string | null
}

export interface CreateForm extends FormState, InputActions {
  /**
   * Opens the drafts of a profile. Those of the last start come back except where the form was edited meanwhile; a profile
   * without a draft begins with the words and inputs that stand in the form, and with nothing that is another service's.
   */
  open(profileId: string): Promise<void>
  setMedia(mediaType: MediaType): void
  edit(patch: Partial<Omit<Draft, 'inputs'>>): void
  /** `change` gives the text of the options a new value at `path`. */
  setOption(path: OptionPath, change: (optionsText: string) => string): void
  /** A press of Generate: sends what the plan shows, or asks first where it holds more than `confirmAbove` requests. */
  press(plan: Plan | Obstacle, kind: PressKind, confirmAbove: number): Promise<readonly Task[]>
  /** The user's answer to the question before a large batch; null says no. */
  confirm(plan: Plan | null): Promise<readonly Task[]>
  /** Sends requests that are not the form's, under the same guard: null where it is no press. `asked` as `send` takes it. */
  pressFor(asked: string, toSend: ToSend): Promise<Sent | null>
  fillFrom(recipe: Recipe): Promise<void>
  focusPrompt(): void
  /** Once something was sent, and where a press costs something. */
  dropExample(): void
}

export type CreateFormStore = StoreApi<CreateForm>

export interface FormNeeds extends Omit<SenderNeeds, 'onSending'> {
  readonly saver: DraftSaver
  /** The example of the first starts. */
  readonly firstPrompt: string
  readonly onLateInput?: InputActionNeeds['onLate']
}

const EMPTY_DRAFTS: Drafts = {
  image: EMPTY_DRAFT,
  video: EMPTY_DRAFT,
  character: EMPTY_DRAFT,
  music: EMPTY_DRAFT,
}
const EMPTY_FORM: FormState = {
  profileId: '',
  mediaType: FIRST_MEDIA_TYPE,
  drafts: EMPTY_DRAFTS,
  isLoaded: false,
  oversized: [],
  pressed: null,
  isConfirming: false,
  partErrors: {},
  error: null,
  removed: null,
  focusRequests: 0,
  example: null,
}

/** Of a form that was filled anew. */
const NOTHING_SAID = { isConfirming: false, partErrors: {}, error: null, removed: null }

type FormAccess = Pick<CreateFormStore, 'getState' | 'setState'>

export function createFormStore(needs: FormNeeds): CreateFormStore {
  const { bridge, saver, firstPrompt, createKey, onLateInput } = needs
  const sender = createSender({
    ...needs,
    onSending: (pressed) =>
      store.setState(
        pressed === null ? { pressed } : { pressed, partErrors: {}, error: null, removed: null },
      ),
  })
  /** Of several profiles that are opened in a row, the last one counts. */
  let wanted: string | null = null
  const store = createStore<CreateForm>()((setState, getState) => {
    const form: FormAccess = { setState, getState }
    const { addInput, ...inputActions } = createInputActions({
      bridge,
      createKey,
      mediaType: () => getState().mediaType,
      inputsOf: (mediaType) => getState().drafts[mediaType].inputs,
      edit(mediaType, inputs) {
        editDraft(form, () => ({ inputs }), mediaType)
        setState({ removed: null })
        dropErrors(form, ['inputs'])
      },
      tell: (dropProblem) => setState({ dropProblem }),
      onRemoved: (removed) => setState({ removed }),
      ...(onLateInput && { onLate: onLateInput }),
    })
    return {
      ...EMPTY_FORM,
      ...inputActions,
      ...createEditing(form),
      dropProblem: null,
      async open(profileId) {
        wanted = profileId
        const isOpen = (): boolean => getState().isLoaded && getState().profileId === profileId
        if (isOpen()) return
        const saved = await saver.load(profileId)
        // Asked for twice, it is opened once: what is written between the two counts.
        if (saved === null || profileId !== wanted || isOpen()) return
        const opened = getState().isLoaded
          ? { drafts: switched(getState().drafts, saved) }
          : restored(getState(), saved)
        const isFirst = !getState().isLoaded && isUnwritten(saved)
        const example = isFirst ? firstPrompt : null
        setState({ ...opened, ...NOTHING_SAID, example, isLoaded: true, profileId })
        if (isFirst) getState().focusPrompt()
      },
      async press(plan, kind, confirmAbove) {
        if ('kind' in plan) return []
        takeExample(form)
        if (!sender.isPress(kind, whatIsAsked(getState()))) return []
        if (plan.requests.length <= confirmAbove) return await sendPlan(form, sender, plan)
        setState({ isConfirming: true })
        return []
      },
      async confirm(plan) {
        setState({ isConfirming: false })
        if (plan === null || !sender.isPress('fresh', whatIsAsked(getState()))) return []
        return await sendPlan(form, sender, plan)
      },
      pressFor: async (asked, toSend) =>
        sender.isPress('fresh', asked) ? await sender.send(asked, toSend) : null,
      fillFrom: (recipe) =>
        fillFrom(
          {
            bridge,
            addInput,
            show: (mediaType) => setState({ mediaType, ...NOTHING_SAID }),
            edit: (change, mediaType) => editDraft(form, change, mediaType),
          },
          recipe,
        ),
    }
  })
  store.subscribe((current, before) => {
    if (current.drafts !== before.drafts || current.mediaType !== before.mediaType) saver.save(current)
  })
  bridge.onReconnect(() => wanted !== null && void store.getState().open(wanted))
  return store
}

function createEditing(
  form: FormAccess,
): Pick<CreateForm, 'setMedia' | 'edit' | 'setOption' | 'focusPrompt' | 'dropExample'> {
  return {
    setMedia(mediaType) {
      form.setState({ mediaType, isConfirming: false, partErrors: {}, error: null, dropProblem: null })
    },
    edit(patch) {
      // An emptied prompt is a fresh start: what is written next has nothing to do with what the form was filled from.
      const isFresh = patch.prompt !== undefined && patch.prompt.trim() === ''
      editDraft(form, () => (isFresh ? { ...patch, fromAssetId: null } : patch))
      const parts = Object.keys(patch)
      dropErrors(form, 'optionsText' in patch ? [...parts, 'options'] : parts)
    },
    setOption(path, change) {
      editDraft(form, ({ optionsText }) => ({ optionsText: change(optionsText) }))
      dropErrors(form, [`options.${path.join('.')}`])
    },
    focusPrompt() {
      form.setState(({ focusRequests }) => ({ focusRequests: focusRequests + 1 }))
    },
    dropExample() {
      form.setState({ example: null })
    },
  }
}

/** No prompt was left in the form. */
function isUnwritten({ drafts }: SavedForm): boolean {
  return Object.values(drafts).every(({ prompt }) => prompt === '')
}

/**
 * The example, where it stands for the prompt: of an image from words alone, while the box is empty.
 */
export function exampleOf({
  example,
  mediaType,
  drafts,
}: Pick<FormState, 'example' | 'mediaType' | 'drafts'>): string | null {
  const { prompt, inputs } = drafts[mediaType]
  return mediaType === FIRST_MEDIA_TYPE && prompt === '' && inputs.length === 0 ? example : null
}

/** What a press sends stands in the box, before it is told from a second click. */
function takeExample(form: FormAccess): void {
  const prompt = exampleOf(form.getState())
  if (prompt === null) return
  editDraft(form, () => ({ prompt }))
  form.setState({ example: null })
}

function editDraft(
  { getState, setState }: FormAccess,
  change: (draft: Draft) => Partial<Draft>,
  mediaType = getState().mediaType,
): void {
  const { drafts } = getState()
  setState({
    drafts: { ...drafts, [mediaType]: { ...drafts[mediaType], ...change(drafts[mediaType]) } },
    error: null,
  })
}

/** What the host said of parts that were changed since no longer counts. */
function dropErrors({ getState, setState }: FormAccess, parts: readonly string[]): void {
  const errors = Object.entries(getState().partErrors)
  const left = errors.filter(([part]) => !parts.some((name) => part === name || part.startsWith(`${name}.`)))
  if (left.length < errors.length) setState({ partErrors: Object.fromEntries(left) })
}

async function sendPlan(form: FormAccess, sender: Sender, plan: Plan): Promise<readonly Task[]> {
  const { mediaType } = form.getState()
  const response = await sender.send(whatIsAsked(form.getState()), plan)
  if (response.ok) {
    editDraft(form, ({ batch, pickSeed }) => ({ batch: drawAgain(batch), pickSeed: pickSeed + 1 }), mediaType)
    return response.data.tasks
  }
  const { error } = response
  const part = formPart(error.field)
  form.setState(part === null ? { error } : { partErrors: { [part]: error.message } })
  return []
}

/** What a press asks for, without what is drawn by chance. */
function whatIsAsked({ mediaType, drafts }: FormState): string {
  const { pickSeed: _, batch, ...rest } = drafts[mediaType]
  const { seeds } = batch
  return JSON.stringify([mediaType, rest, { ...batch, seeds: seeds.kind === 'random' ? seeds.kind : seeds }])
}
