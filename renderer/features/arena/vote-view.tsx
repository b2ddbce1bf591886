/** One pair after the other, with one key each: left, right, both, neither, skip, undo. */
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  type Icon,
  SkipForward,
  Swords,
  Undo2,
} from '#renderer/icons.tsx'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ArenaModel, ArenaPair, Preferred } from '#contract/arena.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { useHost, useModelLabel } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Broken, StateMessage } from '../../ui/state-message.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useKeys } from '../../ui/use-keys.ts'
import styles from './arena.module.css'
import { PairControls, PairView } from './pair-view.tsx'
import { createPlayback, type PlaybackStore } from './playback.ts'
import { Voting, type VotingState } from './voting.ts'
import u from '#renderer/ui/utilities.module.css'

/** Arrow keys move a slider that has the focus. */
const ELSEWHERE =
  'input, textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

export interface VoteViewProps {
  readonly mediaType: MediaType | undefined
  onRanking(): void
  onWhichModel(): void
}

export function VoteView({ mediaType, onRanking, onWhichModel }: VoteViewProps) {
  const { text } = useFormatter()
  const { bridge, player } = useHost()
  const [voting] = useState(() => new Voting(bridge, mediaType))
  const state = useStore(voting.store)
  useEffect(() => {
    // The bar of what plays says what was asked for.
    player.close()
    void voting.begin()
    return () => voting.end()
  }, [voting, player])
  const { phase, pair, error } = state
  if (phase === 'failed')
    return (
      <Broken title={text('arena.broken')} onRetry={() => void voting.begin()}>
        {error?.message}
      </Broken>
    )
  if (phase === 'none') return <Nothing {...{ state, voting, onRanking, onWhichModel }} />
  if (pair === null) return <div className={styles.vote} aria-busy />
  return <Ballot state={state} voting={voting} />
}

interface NothingProps extends Pick<VoteViewProps, 'onRanking' | 'onWhichModel'> {
  readonly state: VotingState
  readonly voting: Voting
}

function Nothing({ state, voting, onRanking, onWhichModel }: NothingProps) {
  const { text } = useFormatter()
  const { votes, pairsLeft, canUndo } = state
  const isEmpty = votes === 0 && pairsLeft === 0
  return (
    <StateMessage
      icon={Swords}
      title={text(isEmpty ? 'arena.empty' : 'arena.done')}
      action={
        <div className={parts.wrap}>
          <Button kind="main" onPress={onWhichModel}>
            {text('arena.which')}
          </Button>
          {pairsLeft > 0 && (
            <Button onPress={() => void voting.again()}>{text('arena.again', { count: pairsLeft })}</Button>
          )}
          {votes > 0 && <Button onPress={onRanking}>{text('arena.ranking')}</Button>}
          {canUndo && (
            <Button icon={Undo2} onPress={() => void voting.undo()}>
              {text('action.undo')}
            </Button>
          )}
        </div>
      }
    >
      {text(isEmpty ? 'arena.empty.text' : 'arena.done.text')}
    </StateMessage>
  )
}

function Ballot({ state, voting }: { readonly state: VotingState; readonly voting: Voting }) {
  const { text } = useFormatter()
  const { pair, ahead, told, canUndo, votes, pairsLeft, error } = state
  const kind = pair?.left.kind ?? 'image'
  const playback = usePlayback(pair)
  const give = (preferred: Preferred) => (): void => void voting.vote(preferred)
  const isMoving = kind !== 'image'
  useKeys(
    {
      arrowleft: give('left'),
      arrowright: give('right'),
      arrowup: give('both'),
      arrowdown: give('neither'),
      s: () => void voting.skip(),
      ...(canUndo && { u: () => void voting.undo(), 'ctrl+z': () => void voting.undo() }),
      ...(isMoving && {
        ' ': playback.toggle,
        1: () => playback.listen('left'),
        2: () => playback.listen('right'),
      }),
    },
    ELSEWHERE,
    // A held key would vote on pairs that nobody has seen.
    false,
  )
  const labelOf = useModelLabel()
  const nameOf = ({ model, provider }: ArenaModel): string => labelOf(model, provider)
  const said = told === null ? '' : text('arena.told', { left: nameOf(told.left), right: nameOf(told.right) })
  // Arrow keys are votes, and not the last pressed control's.
  const frame = useRef<HTMLDivElement>(null)
  const focus = (): void => frame.current?.focus()
  useEffect(focus, [])
  return (
    <div ref={frame} tabIndex={-1} className={styles.vote} onPointerUp={focus}>
      <p className={classNames(u.clip, u.breaks, u.quiet, u.sizeText, styles.prompt)} dir="auto">
        {pair?.prompt}
      </p>
      {[pair, ahead].map(
        (one) =>
          one !== null && (
            <PairView
              key={`${one.left.assetId} ${one.right.assetId}`}
              pair={one}
              playback={playback}
              told={one === pair ? told : null}
              isShown={one === pair}
              onBroken={() => void voting.skipBroken(one)}
            />
          ),
      )}
      {isMoving && <PairControls playback={playback} />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend of its own */}
      <div className={styles.ballot} role="group" aria-label={text('arena.vote')} dir="ltr">
        <Choice icon={ArrowLeft} label={text('arena.prefer.left')} onPress={give('left')} />
        <Choice icon={ArrowUp} label={text('arena.prefer.both')} onPress={give('both')} />
        <Choice icon={ArrowDown} label={text('arena.prefer.neither')} onPress={give('neither')} />
        <Choice icon={ArrowRight} label={text('arena.prefer.right')} onPress={give('right')} />
      </div>
      <div className={classNames(u.row, u.between, u.gap8, u.wide, styles.foot)}>
        <Button kind="quiet" icon={Undo2} isDisabled={!canUndo} onPress={() => void voting.undo()}>
          {text('action.undo')}
          <kbd aria-hidden>U</kbd>
        </Button>
        <span className={classNames(parts.quiet, parts.digits)}>
          {text('arena.count', { votes, pairsLeft })}
        </span>
        <Button kind="quiet" icon={SkipForward} onPress={() => void voting.skip()}>
          {text('arena.skip')}
          <kbd aria-hidden>S</kbd>
        </Button>
      </div>
      <Problem message={error?.message ?? null} />
      <Status className={parts.hidden}>{said}</Status>
    </div>
  )
}

/** Another one for every pair. */
function usePlayback(pair: ArenaPair | null): PlaybackStore {
  const create = () => ({ pair, playback: createPlayback(pair?.left.kind ?? 'image') })
  const [current, setCurrent] = useState(create)
  const wanted = current.pair === pair ? current : create()
  if (wanted !== current) setCurrent(wanted)
  const { playback } = wanted
  useEffect(() => playback.stop, [playback])
  return playback
}

interface ChoiceProps {
  readonly icon: Icon
  readonly label: string
  onPress(): void
}

/** Its icon is its key. */
function Choice({ icon, label, onPress }: ChoiceProps) {
  return (
    <Button icon={icon} className={styles.choice} onPress={onPress}>
      {label}
    </Button>
  )
}
