/**
 * An open sequence: what is edited, undone and saved, and what its shots would cost.
 *
 * Owns the way between the page and the host. Every edit is shown at once, saved a moment later, and can be undone; what another
 * window saved meanwhile is never overwritten, and what was edited here then is one undo away.
 */
import { createStore } from 'zustand/vanilla'
import type { RenderedFailure } from '#contract/errors.ts'
import type { EventMessage } from '#contract/events.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Sequence, SequenceInput, SequencePlan, SequenceShot, Take } from '#contract/sequences.ts'
import type { Task } from '#contract/tasks.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { oneAtATime } from '../../bridge/use-call.ts'
import { type Edit, type SequenceValue, valueOf } from './edits.ts'

export interface SessionState {
  readonly phase: 'loading' | 'ready' | 'failed'
  /** Why it could not be read. */
  readonly error: RenderedFailure | null
  readonly value: SequenceValue
  /** Of each shot, newest first. */
  readonly takes: Readonly<Record<string, readonly Take[]>>
  /** Chosen takes that are in the trash or not in the library: the newest of the others is shown. */
  readonly gone: ReadonlySet<string>
  /** The task of each shot that has one, as far as it was heard of. */
  readonly tasks: Readonly<Record<string, Task>>
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Why it could not be saved. */
  readonly problem: RenderedFailure | null
  /** Another window saved it meanwhile, and that is shown. */
  readonly isReplaced: boolean
  /** Of what was saved last; null until it is known. */
  readonly plan: SequencePlan | null
  readonly planProblem: RenderedFailure | null
}

const EMPTY: SequenceValue = { name: '', shots: [], sound: [], normalise: false }
const START: SessionState = {
  phase: 'loading',
  error: null,
  value: EMPTY,
  takes: {},
  gone: new Set(),
  tasks: {},
  canUndo: false,
  canRedo: false,
  problem: null,
  isReplaced: false,
  plan: null,
  planProblem: null,
}

const SAVE_WAIT_MS = 400
/** Edits of the same field within this time are undone together. */
const SAME_EDIT_MS = 1_000
const MAX_UNDONE = 200

export class SequenceSession {
  readonly store = createStore<SessionState>()(() => START)
  readonly id: string
  readonly #bridge: Bridge
  #revision = 0
  #past: readonly SequenceValue[] = []
  #future: readonly SequenceValue[] = []
  #lastEdit = { field: '', at: 0 }
  /** What the host has. */
  #saved: SequenceValue = EMPTY
  #timer: ReturnType<typeof setTimeout> | undefined
  #saving: Promise<void> | null = null
  #stops: readonly (() => void)[] = []

  constructor(bridge: Bridge, id: string) {
    this.#bridge = bridge
    this.id = id
  }

  begin(): void {
    this.#stops = [
      this.#bridge.on((event) => this.#hear(event)),
      this.#bridge.onReconnect(() => void this.#reconnect()),
    ]
    void this.load()
  }

  /** Saves what waits. */
  end(): void {
    for (const stop of this.#stops) stop()
    void this.flush()
  }

  async load(): Promise<void> {
    const response = await this.#bridge.call('sequences.get', { id: this.id })
    if (!response.ok) return this.store.setState({ phase: 'failed', error: response.error })
    if (this.isSaved) this.#adopt(response.data)
    this.store.setState({ phase: 'ready', error: null })
    void this.askPlan()
  }

  get isSaved(): boolean {
    return this.store.getState().value === this.#saved
  }

  /** `field`: edits of the same one in a row are undone together. */
  edit(edit: Edit, field = ''): void {
    const { value } = this.store.getState()
    const next = edit(value)
    if (next === value) return
    const now = Date.now()
    const goesOn = field !== '' && field === this.#lastEdit.field && now - this.#lastEdit.at < SAME_EDIT_MS
    if (!goesOn) this.#past = [...this.#past, value].slice(-MAX_UNDONE)
    this.#lastEdit = { field, at: now }
    this.#future = []
    this.#show(next)
  }

  undo(): boolean {
    const before = this.#past.at(-1)
    if (before === undefined) return false
    this.#past = this.#past.slice(0, -1)
    this.#future = [...this.#future, this.store.getState().value]
    this.#lastEdit = { field: '', at: 0 }
    this.#show(before)
    return true
  }

  redo(): boolean {
    const next = this.#future.at(-1)
    if (next === undefined) return false
    this.#future = this.#future.slice(0, -1)
    this.#past = [...this.#past, this.store.getState().value]
    this.#show(next)
    return true
  }

  /** Resolves when all that was edited is saved, or could not be. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (!this.isSaved) {
      this.#saving ??= this.#save().finally(() => (this.#saving = null))
      await this.#saving
      if (this.store.getState().problem !== null) return false
    }
    return true
  }

  /** Of all its shots, as they are saved. */
  readonly askPlan = oneAtATime(async () => {
    if (!this.isSaved || this.store.getState().phase !== 'ready') return
    const response = await this.#bridge.call('sequences.plan', { id: this.id })
    if (response.ok) this.store.setState({ plan: response.data, planProblem: null })
    else this.store.setState({ planProblem: response.error })
  })

  dismissReplaced(): void {
    this.store.setState({ isReplaced: false })
  }

  #show(value: SequenceValue): void {
    const canUndo = this.#past.length > 0
    this.store.setState({ value, canUndo, canRedo: this.#future.length > 0 })
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), SAVE_WAIT_MS)
  }

  async #save(): Promise<void> {
    const { value } = this.store.getState()
    const input = { ...value, id: this.id, revision: this.#revision } as SequenceInput
    const response = await this.#bridge.call('sequences.save', input)
    if (response.ok) {
      this.#revision = response.data.revision
      this.#saved = value
      this.store.setState({ ...takesOf(response.data), problem: null })
      void this.askPlan()
    } else if (response.error.code === 'conflict') await this.#takeTheirs()
    else this.store.setState({ problem: response.error })
  }

  /** Shows what another window saved; what was edited here comes back with an undo. */
  async #takeTheirs(): Promise<void> {
    const response = await this.#bridge.call('sequences.get', { id: this.id })
    if (!response.ok) return this.store.setState({ problem: response.error })
    this.#past = [...this.#past, this.store.getState().value]
    this.#future = []
    this.#adopt(response.data)
    this.store.setState({ canUndo: true, canRedo: false, isReplaced: true, problem: null })
    void this.askPlan()
  }

  #adopt(sequence: Sequence): void {
    this.#revision = sequence.revision
    this.#saved = valueOf(sequence)
    this.store.setState({ value: this.#saved, ...takesOf(sequence) })
  }

  #hear(event: EventMessage): void {
    if (event.name === 'sequence.changed' && event.data.sequence.id === this.id) {
      const { sequence } = event.data
      // One's own save is told of before it is answered.
      const isOthers = sequence.revision > this.#revision && this.isSaved && this.#saving === null
      if (isOthers) {
        this.#past = []
        this.#future = []
        this.#adopt(sequence)
        this.store.setState({ canUndo: false, canRedo: false })
      } else this.store.setState(takesOf(sequence))
      void this.askPlan()
    } else if (event.name === 'task.changed') this.#follow(event.data.task)
    else if (event.name === 'task.removed' && this.#waitsFor(event.data.id)) void this.askPlan()
    else if (event.name === 'profiles.changed' || event.name === 'cast.changed') void this.askPlan()
  }

  #follow(task: Task): void {
    const shot = task.request.provenance?.shot
    if (shot?.sequenceId !== this.id) {
      // A form or another sequence sent the same request.
      if (!isOpen(task.state) && this.#waitsFor(task.id)) void this.askPlan()
      return
    }
    const { tasks } = this.store.getState()
    const known = tasks[shot.shotId]
    this.store.setState({ tasks: { ...tasks, [shot.shotId]: task } })
    if (known?.state !== task.state) void this.askPlan()
  }

  #waitsFor(taskId: string): boolean {
    return this.store.getState().plan?.shots.some((shot) => shot.taskId === taskId) === true
  }

  async #reconnect(): Promise<void> {
    if (await this.flush()) await this.load()
  }
}

function takesOf({ shots }: Sequence): Pick<SessionState, 'takes' | 'gone'> {
  const isGone = ({ take, takes }: SequenceShot): boolean => takes.every(({ assetId }) => assetId !== take)
  return {
    takes: Object.fromEntries(shots.map(({ id, takes }) => [id, takes])),
    gone: new Set(shots.filter(isGone).flatMap(({ take }) => take ?? [])),
  }
}
