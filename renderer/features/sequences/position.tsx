/** The time of the player, as a line with a thumb and as text. It changes with every paint, so that React draws neither. */
import { type CSSProperties, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { classNames } from '../../ui/class-names.ts'
import { useFormatter } from '../../ui/text.ts'
import u from '../../ui/utilities.module.css'
import type { PlaybackState } from './playback.ts'
import styles from './player.module.css'
import { useOpenSequence } from './sequence-context.ts'
import { clockOf } from './timeline.ts'

/** Calls `draw` now and whenever the time changes. */
function useDrawn<Drawn extends Element>(
  element: RefObject<Drawn | null>,
  draw: (element: Drawn, state: PlaybackState) => void,
): void {
  const { playback } = useOpenSequence()
  useLayoutEffect(() => {
    const follow = (state: PlaybackState): void => {
      if (element.current !== null) draw(element.current, state)
    }
    follow(playback.store.getState())
    return playback.store.subscribe(follow)
  }, [playback, element, draw])
}

/** Scrubs; the arrows go frame by frame. */
export function Position() {
  const { text } = useFormatter()
  const { playback, clips } = useOpenSequence()
  const lengthMs = useStore(playback.store, (state) => state.lengthMs)
  const input = useRef<HTMLInputElement>(null)
  useDrawn(input, drawPosition)
  function step(event: KeyboardEvent): void {
    const frames = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key]
    if (frames === undefined) return
    event.preventDefault()
    playback.step(frames)
  }
  return (
    <div className={classNames(u.grow, u.relative, styles.scrub)}>
      {clips.segments.slice(1).map(({ shotId, startMs }) => (
        <span
          key={shotId}
          className={styles.join}
          style={{ '--at': startMs / Math.max(1, lengthMs) } as CSSProperties}
          aria-hidden
        />
      ))}
      <input
        ref={input}
        type="range"
        className={styles.position}
        aria-label={text('sequence.player.position')}
        min={0}
        step="any"
        onInput={({ currentTarget }) => playback.scrub(currentTarget.valueAsNumber)}
        onKeyDown={step}
      />
    </div>
  )
}

function drawPosition(input: HTMLInputElement, { timeMs, lengthMs }: PlaybackState): void {
  input.max = String(Math.max(lengthMs, 1))
  input.valueAsNumber = timeMs
  input.style.setProperty('--at', String(timeMs / Math.max(1, lengthMs)))
  input.setAttribute('aria-valuetext', clockOf(timeMs))
}

export function TimeText() {
  const element = useRef<HTMLSpanElement>(null)
  useDrawn(element, drawTime)
  return <span ref={element} className={classNames(u.quiet, u.digits, u.oneLine)} />
}

function drawTime(element: HTMLSpanElement, { timeMs, lengthMs }: PlaybackState): void {
  element.textContent = `${clockOf(timeMs)} / ${clockOf(lengthMs)}`
}
