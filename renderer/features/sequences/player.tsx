/** The player: what is shown, the time, and everything that is done at the play head. */
import { Pause, Play, StepBack, StepForward } from '#renderer/icons.tsx'
import { useEffect, useRef } from 'react'
import { Slider as AriaSlider, SliderThumb, SliderTrack } from 'react-aria-components'
import { useStore } from 'zustand'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import sliders from '../../ui/slider.module.css'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import u from '../../ui/utilities.module.css'
import { patched } from './edits.ts'
import { Scissors } from './icons.tsx'
import styles from './player.module.css'
import { Position, TimeText } from './position.tsx'
import { useChosenShot, useOpenSequence, useSession } from './sequence-context.ts'
import { clockOf, MIN_CLIP_MS, shownPart } from './timeline.ts'
import { useShotEdits } from './use-shot-edits.ts'

export function Player() {
  const { text } = useFormatter()
  const { playback, clips } = useOpenSequence()
  const stage = useRef<HTMLDivElement>(null)
  const sound = useSession(({ value }) => value.sound)
  const hasClips = clips.segments.length > 0
  const caption = useCaption()
  useEffect(() => playback.show(clips.segments, sound), [playback, clips.segments, sound])
  useEffect(() => (stage.current === null ? undefined : playback.attach(stage.current)), [playback])
  return (
    <section className={styles.player} aria-label={text('sequence.player')}>
      <div className={classNames(u.relative, u.clip, u.well, u.shortens, u.centered, styles.stage)}>
        <div ref={stage} className={styles.layers} />
        {!hasClips && <p className={styles.empty}>{text('sequence.player.empty')}</p>}
        {caption !== '' && <p className={styles.caption}>{caption}</p>}
      </div>
      <ShotTrim />
      <Controls />
    </section>
  )
}

/** Of the shot in sight. */
function useCaption(): string {
  const { playback, clips } = useOpenSequence()
  return useStore(playback.store, ({ shotId }) => clips.parts.find(({ id }) => id === shotId)?.caption ?? '')
}

function Controls() {
  const { text } = useFormatter()
  const { playback, clips } = useOpenSequence()
  // Not the time: it changes with every paint.
  const isPlaying = useStore(playback.store, (state) => state.isPlaying)
  const rate = useStore(playback.store, (state) => state.rate)
  const isVideo = useStore(playback.store, ({ shotId }) =>
    clips.segments.some((segment) => segment.shotId === shotId && segment.kind === 'video'),
  )
  const edits = useShotEdits()
  const isEmpty = clips.segments.length === 0
  return (
    <div className={classNames(u.row, u.gap6, styles.controls)} dir="ltr">
      <IconButton
        icon={StepBack}
        label={text('sequence.player.back')}
        shortcut="←"
        isDisabled={isEmpty}
        onPress={() => playback.step(-1)}
      />
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={text(isPlaying ? 'sequence.player.pause' : 'sequence.player.play')}
        shortcut={isPlaying ? 'K' : 'L'}
        isDisabled={isEmpty}
        onPress={() => playback.toggle()}
      />
      <IconButton
        icon={StepForward}
        label={text('sequence.player.on')}
        shortcut="→"
        isDisabled={isEmpty}
        onPress={() => playback.step(1)}
      />
      <Position />
      <TimeText />
      <IconButton
        icon={Scissors}
        label={text('sequence.shot.split')}
        shortcut="B"
        isDisabled={!isVideo}
        onPress={() => edits.split()}
      />
      <Status className={styles.rate}>
        {isPlaying && rate !== 1 && text('sequence.player.rate', { rate })}
      </Status>
    </div>
  )
}

/** What of its take the chosen shot shows, as two handles on the whole of it. */
function ShotTrim() {
  const { text } = useFormatter()
  const { session, playback, clips } = useOpenSequence()
  const shot = useChosenShot()
  const clip = shot && clips.clipOf(shot)
  if (shot === undefined || clip?.kind !== 'video' || clip.lengthMs === undefined) return null
  const { startMs = 0, lengthMs } = clip
  const { inMs, outMs } = shownPart(shot, clip)
  function trim([from = 0, to = lengthMs]: readonly number[]): void {
    const next = { inMs: Math.min(from, to - MIN_CLIP_MS), outMs: Math.max(to, from + MIN_CLIP_MS) }
    const isWhole = next.inMs <= startMs && next.outMs >= lengthMs
    session.edit(patched(shot?.id ?? '', { trim: isWhole ? undefined : next }), `trim ${shot?.id}`)
    const segment = clips.segments.find(({ shotId }) => shotId === shot?.id)
    if (segment === undefined) return
    // What is being cut is in sight: the first frame, or the last one.
    const isStart = next.inMs !== inMs
    playback.seek(
      isStart ? segment.startMs : segment.startMs + next.outMs - next.inMs - segment.droppedMs - 1,
    )
  }
  return (
    <AriaSlider<number[]>
      aria-label={text('sequence.trim')}
      minValue={0}
      maxValue={lengthMs}
      step={1}
      value={[inMs, outMs]}
      onChange={trim}
      className={classNames(styles.trim)}
      dir="ltr"
    >
      <SliderTrack className={classNames(sliders.track, styles.trimTrack)}>
        <div
          className={styles.kept}
          style={{ left: `${(100 * inMs) / lengthMs}%`, right: `${100 - (100 * outMs) / lengthMs}%` }}
        />
        <SliderThumb
          index={0}
          className={classNames(styles.handle)}
          aria-label={text('sequence.trim.start')}
        />
        <SliderThumb index={1} className={classNames(styles.handle)} aria-label={text('sequence.trim.end')} />
      </SliderTrack>
      <span className={classNames(u.quiet, u.digits, u.oneLine)}>
        {text('sequence.trim.kept', { kept: clockOf(outMs - inMs), whole: clockOf(lengthMs) })}
      </span>
    </AriaSlider>
  )
}
