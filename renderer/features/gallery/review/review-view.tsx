/**
 * One item after the other over the whole window: kept, rejected, rated or made a favourite with one key each, which also goes
 * on to the next; or shown by itself as a slideshow.
 *
 * What is rejected goes to the trash at the end, when the user says so, and can be undone like everything that goes there.
 */
import '../../../locales/gallery.ts'
import { Check, Pause, Play, Trash2, Undo2, X } from '#renderer/icons.tsx'
import { Maximize, ListChecks } from '../icons.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import type { Asset } from '#contract/library.ts'
import { Button, IconButton } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { Status } from '#renderer/ui/status.tsx'
import { Broken } from '../../../ui/state-message.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { StateMessage } from '#renderer/ui/state-message.tsx'
import styles from './review.module.css'
import { NoticesOnTop } from '../foot/notices.tsx'
import type { Undoable } from '../changes.ts'
import { useGallery } from '../gallery.ts'
import { Marks } from '../viewer/marks.tsx'
import { Stage } from '../viewer/stage.tsx'
import { useKnownOrRead, Window } from '../viewer/window.tsx'
import {
  decided,
  marked,
  movedTo,
  placesOf,
  startReview,
  undone,
  type Verdict,
  type Review,
} from './review.ts'
import { useCollectDialog } from '../dialogs/collection-dialog.tsx'
import u from '#renderer/ui/utilities.module.css'

/** How long a slideshow shows what does not move. */
const SHOWN_MS = 5_000

export interface ReviewViewProps {
  readonly count: number
  /** By place. */
  idAt(place: number): string
  onClose(): void
}

export function ReviewView({ count, idAt, onClose }: ReviewViewProps) {
  const { text } = useFormatter()
  const state = useReview(count, idAt)
  const { review, asset, problem, isPlaying } = state
  const fullScreen = useFullScreen()
  const isEnd = review.at === count
  const verdict = review.verdicts.get(review.at)
  function close(): void {
    fullScreen.leave()
    onClose()
  }
  /** What was rejected is asked about first. */
  const end = (): void => (isEnd || placesOf(review, 'reject').length === 0 ? close() : state.go(count))
  return (
    <Window
      kind="review"
      label={text('review.title')}
      keys={{ ...state.keys, w: fullScreen.toggle }}
      className={classNames(u.grid, u.well, styles.frame)}
      onClose={end}
    >
      <div className={classNames(u.row, u.between, u.gap8, styles.head)}>
        <IconButton icon={X} label={text('viewer.close')} shortcut="Esc" onPress={end} />
        <Status className={parts.digits}>
          {isEnd ? text('review.title') : text('viewer.goTo', { place: review.at + 1, total: count })}
          {verdict !== undefined && ` · ${text(`review.is.${verdict}`)}`}
        </Status>
        <IconButton
          icon={Maximize}
          label={text('review.fullScreen')}
          shortcut="W"
          isOn={fullScreen.isOn}
          onPress={fullScreen.toggle}
        />
      </div>
      {isEnd ? (
        <ReviewEnd review={review} idAt={idAt} onBack={() => state.go(count - 1)} onClose={close} />
      ) : (
        <>
          <div
            className={classNames(
              u.relative,
              u.narrows,
              u.shortens,
              u.clip,
              styles.media,
              verdict === 'reject' && styles.rejected,
            )}
            onEndedCapture={isPlaying ? state.next : undefined}
            onPauseCapture={(event) => state.hold(!(event.target as HTMLMediaElement).ended)}
            onPlayCapture={() => state.hold(false)}
          >
            {problem !== null && <Broken title={text('viewer.broken')}>{problem}</Broken>}
            {asset !== undefined && <Stage key={asset.id} asset={asset} playsOnce={isPlaying} />}
          </div>
          <Bar {...state} />
        </>
      )}
      {/* Every step is a change, and has its own way back. */}
      <NoticesOnTop tellsLast={false} />
    </Window>
  )
}

function useReview(count: number, idAt: ReviewViewProps['idAt']) {
  const { changes, details } = useGallery()
  const [review, setReview] = useState(() => startReview(count))
  const [isPlaying, setPlaying] = useState(false)
  /** Marks are written one after the other, so that undo takes back the last step. */
  const writing = useRef<Promise<unknown>>(Promise.resolve())
  /** What each step that marked an asset has changed. */
  const made = useRef<(Undoable | undefined)[]>([])
  const { at } = review
  /** The place at which the user has paused what moves. */
  const [heldAt, setHeldAt] = useState<number | null>(null)
  const { asset, problem } = useKnownOrRead(idAt(Math.min(at, count - 1)))
  const next = useCallback(() => {
    setReview((now) => movedTo(now, now.at + 1))
    if (at + 1 >= count) setPlaying(false)
  }, [at, count])
  useEffect(() => {
    const ids = [at, at + 1, at + 2].filter((place) => place < count).map(idAt)
    if (ids.length > 0) void details.read(ids)
  }, [details, idAt, at, count])
  useEffect(() => {
    if (!isPlaying || heldAt === at) return
    const timer = setTimeout(next, shownMs(asset))
    return () => clearTimeout(timer)
  }, [isPlaying, heldAt, at, next, asset])

  const go = (to: number): void => setReview(movedTo(review, to))
  const decide = (verdict: Verdict) => (): void => setReview(decided(review, verdict))
  const write = (change: () => Promise<unknown>): void => {
    writing.current = writing.current.then(change)
  }
  const mark = (change: (asset: Asset) => Promise<Undoable | undefined>) => (): void => {
    if (asset === undefined) return
    write(async () => made.current.push(await change(asset)))
    setReview(marked(review))
  }
  const undo = (): void => {
    const last = undone(review)
    if (last === null) return
    if (last.isChange)
      write(async () => {
        const change = made.current.pop()
        if (change) await changes.undo(change)
      })
    setReview(last.review)
  }
  const hold = (isHeld: boolean): void => setHeldAt(isHeld ? at : null)
  const toggle = (): void => {
    setHeldAt(null)
    setPlaying(!isPlaying && at < count)
  }
  const isMirrored = document.documentElement.dir === 'rtl'
  const rate = (rating: number) => mark(({ id }) => changes.rate([id], rating))
  const onItem = {
    k: decide('keep'),
    x: decide('reject'),
    f: mark(({ id, favorite }) => changes.favorite([id], !favorite)),
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((rating) => [rating, rate(rating)])),
  }
  const keys = {
    ...(at < count && onItem),
    arrowleft: () => go(at + (isMirrored ? 1 : -1)),
    arrowright: () => go(at + (isMirrored ? -1 : 1)),
    s: toggle,
    u: undo,
    'ctrl+z': undo,
  }
  return { review, asset, problem, isPlaying, keys, go, next, hold, decide, undo, toggle }
}

/** What moves is shown to its end: this is for what never comes there, as a file that cannot be played. */
function shownMs({ kind, durationMs = 0, unreadable }: Partial<Asset> = {}): number {
  const isMoving = (kind === 'video' || kind === 'audio') && unreadable !== true
  return isMoving ? 2 * Math.max(SHOWN_MS, durationMs) : SHOWN_MS
}

function Bar({ review, asset, isPlaying, decide, undo, toggle }: ReturnType<typeof useReview>) {
  const { text } = useFormatter()
  return (
    <div className={classNames(u.row, u.wrap, styles.bar)} role="toolbar" aria-label={text('review.title')}>
      <Button icon={Check} onPress={decide('keep')}>
        {text('review.keep')}
        <kbd aria-hidden>K</kbd>
      </Button>
      <Button icon={Trash2} onPress={decide('reject')}>
        {text('review.reject')}
        <kbd aria-hidden>X</kbd>
      </Button>
      {asset !== undefined && <Marks asset={asset} />}
      <Button icon={Undo2} isDisabled={review.steps.length === 0} onPress={undo}>
        {text('action.undo')}
        <kbd aria-hidden>U</kbd>
      </Button>
      <Button icon={isPlaying ? Pause : Play} onPress={toggle}>
        {text(isPlaying ? 'review.pause' : 'review.slideshow')}
        <kbd aria-hidden>S</kbd>
      </Button>
    </div>
  )
}

/** Of the whole page, so that menus and tooltips are in it too. */
function useFullScreen() {
  const [isOn, setOn] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const follow = (): void => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const leave = (): void => {
    if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
  }
  // Where it is refused, the view fills the window as before.
  const enter = (): void => void document.documentElement.requestFullscreen().catch(() => undefined)
  return { isOn, leave, toggle: () => (document.fullscreenElement === null ? enter() : leave()) }
}

export interface ReviewEndProps {
  readonly review: Review
  idAt(place: number): string
  onBack(): void
  onClose(): void
}

/** The end of a review: what was decided, and what becomes of it. */
export function ReviewEnd({ review, idAt, onBack, onClose }: ReviewEndProps) {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const collect = useCollectDialog()
  const kept = placesOf(review, 'keep').map(idAt)
  const rejected = placesOf(review, 'reject').map(idAt)
  function trash(): void {
    void changes.move('trash', rejected)
    onClose()
  }
  return (
    <div className={classNames(u.centered, u.scroll, styles.end)}>
      <StateMessage
        icon={ListChecks}
        title={text('review.end', { kept: kept.length, rejected: rejected.length })}
        action={
          <div className={parts.wrap}>
            {rejected.length > 0 && (
              <Button kind="main" onPress={trash}>
                {text('review.end.trash', { count: rejected.length })}
              </Button>
            )}
            {kept.length > 0 && (
              <Button onPress={() => collect(kept)}>
                {text('review.end.collect', { count: kept.length })}
              </Button>
            )}
            <Button onPress={onBack}>{text('review.end.back')}</Button>
            <Button onPress={onClose}>
              {text(rejected.length > 0 ? 'review.end.leave' : 'viewer.close', { count: rejected.length })}
            </Button>
          </div>
        }
      >
        {rejected.length > 0 && text('review.end.text')}
      </StateMessage>
    </div>
  )
}
