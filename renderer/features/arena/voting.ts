/**
 * Voting: the pair in sight, the next one in advance, and what came of the last vote.
 *
 * Names are known from the answer to a vote until the next pair is shown, and at no other time.
 */
import { createStore } from 'zustand/vanilla'
import type { ArenaModel, ArenaPair, Preferred } from '#contract/arena.ts'
import type { RenderedFailure } from '#contract/errors.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { Bridge } from '../../bridge/bridge.ts'

/** What a vote revealed. */
export interface Told {
  readonly preferred: Preferred
  readonly left: ArenaModel
  readonly right: ArenaModel
}

export interface VotingState {
  readonly phase: 'loading' | 'voting' | 'none' | 'failed'
  readonly pair: ArenaPair | null
  /** Comes after `pair`: its files are loaded already. */
  readonly ahead: ArenaPair | null
  /** The pair in sight has its vote. */
  readonly told: Told | null
  readonly canUndo: boolean
  readonly votes: number
  readonly pairsLeft: number
  readonly error: RenderedFailure | null
}

/** How long the names stay in sight; a key goes on sooner. */
const TOLD_MS = 1_800
/** The host takes no more. */
const MAX_SKIPPED = 400

const START: VotingState = {
  phase: 'loading',
  pair: null,
  ahead: null,
  told: null,
  canUndo: false,
  votes: 0,
  pairsLeft: 0,
  error: null,
}

export class Voting {
  readonly store = createStore<VotingState>()(() => START)
  readonly #bridge: Bridge
  readonly #mediaType: MediaType | undefined
  #skipped: readonly ArenaPair[] = []
  #last: ArenaPair | null = null
  #isSending = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(bridge: Bridge, mediaType: MediaType | undefined) {
    this.#bridge = bridge
    this.#mediaType = mediaType
  }

  async begin(): Promise<void> {
    this.store.setState({ phase: 'loading', pair: null, ahead: null, told: null, error: null })
    const response = await this.#ask(this.#skipped)
    if (!response.ok) return this.store.setState({ phase: 'failed', error: response.error })
    const { pair, votes, pairsLeft } = response.data
    this.store.setState({ phase: pair === null ? 'none' : 'voting', pair, votes, pairsLeft })
    await this.#lookAhead()
  }

  /** Once the vote is given, any vote goes on to the next pair. */
  async vote(preferred: Preferred): Promise<void> {
    const { pair, told, votes, pairsLeft } = this.store.getState()
    if (told !== null) return this.#advance()
    if (pair === null) return
    const response = await this.#send(() => this.#bridge.call('arena.vote', { ...idsOf(pair), preferred }))
    if (response === null) return
    const isInSight = this.store.getState().pair === pair
    if (!response.ok && isOutdated(response.error)) return isInSight ? this.skip() : undefined
    if (!response.ok) return this.store.setState({ error: response.error })
    this.#last = pair
    this.store.setState({
      told: isInSight ? { preferred, ...response.data } : null,
      error: null,
      canUndo: true,
      votes: votes + 1,
      pairsLeft: Math.max(0, pairsLeft - 1),
    })
    if (isInSight) this.#timer = setTimeout(() => void this.#advance(), TOLD_MS)
  }

  /** Takes the last vote back and shows its pair again. */
  async undo(): Promise<void> {
    const last = this.#last
    if (last === null) return
    clearTimeout(this.#timer)
    const response = await this.#send(() => this.#bridge.call('arena.undo', idsOf(last)))
    if (response === null) return
    if (!response.ok) return this.store.setState({ error: response.error, canUndo: false })
    this.#last = null
    const { pair, ahead, votes, pairsLeft } = this.store.getState()
    this.store.setState({
      phase: 'voting',
      pair: last,
      ahead: pair === last ? ahead : pair,
      told: null,
      error: null,
      canUndo: false,
      votes: votes - 1,
      pairsLeft: pairsLeft + 1,
    })
  }

  /** Not while a vote is on its way: its names belong to the pair in sight. */
  async skip(): Promise<void> {
    const { pair, told } = this.store.getState()
    if (pair === null || this.#isSending) return
    if (told === null) this.#skip(pair)
    await this.#advance()
  }

  /** A file of the pair cannot be shown. */
  async skipBroken(broken: ArenaPair): Promise<void> {
    const { pair, ahead } = this.store.getState()
    if (broken === pair) return this.skip()
    if (broken !== ahead) return
    this.#skip(broken)
    this.store.setState({ ahead: null })
    await this.#lookAhead()
  }

  /** Offers what was skipped once more. */
  async again(): Promise<void> {
    this.#skipped = []
    await this.begin()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #skip(pair: ArenaPair): void {
    this.#skipped = [...this.#skipped, pair].slice(-MAX_SKIPPED)
  }

  async #advance(): Promise<void> {
    clearTimeout(this.#timer)
    const { ahead } = this.store.getState()
    if (ahead === null) return this.begin()
    this.store.setState({ pair: ahead, ahead: null, told: null, error: null })
    await this.#lookAhead()
  }

  async #lookAhead(): Promise<void> {
    const { pair } = this.store.getState()
    if (pair === null) return
    const response = await this.#ask([...this.#skipped, pair])
    if (response.ok && this.store.getState().pair === pair) this.store.setState({ ahead: response.data.pair })
  }

  async #ask(except: readonly ArenaPair[]) {
    const mediaType = this.#mediaType
    const filter = mediaType === undefined ? {} : { mediaType }
    return this.#bridge.call('arena.next', { except: except.map(idsOf), ...filter })
  }

  /** Null while another vote is on its way. */
  async #send<Result>(call: () => Promise<Result>): Promise<Result | null> {
    if (this.#isSending) return null
    this.#isSending = true
    const response = await call()
    this.#isSending = false
    return response
  }
}

/** One of the two is gone, or the vote was given elsewhere. */
function isOutdated({ code }: RenderedFailure): boolean {
  return code === 'conflict' || code === 'invalid_input' || code === 'not_found'
}

function idsOf({ left, right }: ArenaPair) {
  return { leftId: left.assetId, rightId: right.assetId }
}
