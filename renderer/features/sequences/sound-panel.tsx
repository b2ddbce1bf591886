/** The sounds under the shots, and the loudness of the whole. */
import { AudioLines, Plus, X } from '#renderer/icons.tsx'
import type { Track } from '#contract/sequences.ts'
import { useMemo } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { useDialog } from '../../ui/dialog.tsx'
import { FieldGrid } from '../../ui/field-grid.tsx'
import { NumberField, Switch } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { useWords } from '../../ui/text.ts'
import { AssetPicker } from './asset-picker.tsx'
import styles from './panel.module.css'
import { useOpenSequence, useSession } from './sequence-context.ts'
import { useAssets } from './use-clips.ts'

/** The host takes no more. */
const MOST_TRACKS = 8
const DAY_SECONDS = 86_400

export function SoundPanel() {
  const { text } = useWords()
  const { session } = useOpenSequence()
  const open = useDialog()
  const sound = useSession(({ value }) => value.sound)
  const normalise = useSession(({ value }) => value.normalise)
  const assets = useAssets(useMemo(() => sound.map(({ assetId }) => assetId), [sound]))
  function setTrack(at: number, change: Partial<Track>): void {
    session.edit(
      (value) => ({
        ...value,
        sound: value.sound.map((track, place) => (place === at ? { ...track, ...change } : track)),
      }),
      `sound ${at} ${Object.keys(change).join()}`,
    )
  }
  const add = (): void =>
    open((onClose) => (
      <AssetPicker
        kind="audio"
        onClose={onClose}
        onChoose={(assetId) => {
          const track = { assetId, startMs: 0, levelDb: 0, fadeInMs: 0, fadeOutMs: 0 }
          session.edit((value) => ({ ...value, sound: [...value.sound, track] }))
        }}
      />
    ))
  return (
    <div className={parts.sections}>
      {sound.length === 0 && <p className={parts.quiet}>{text('sequence.sound.empty')}</p>}
      {sound.map((track, at) => {
        const asset = assets.get(track.assetId)
        const name = asset?.title || asset?.prompt || text('sequence.sound.track', { number: at + 1 })
        return (
          // oxlint-disable-next-line react/no-array-index-key -- one asset may be there twice
          <section key={at} aria-label={name} className={parts.column}>
            <div className={parts.ends}>
              <span className={styles.track}>
                <AudioLines size={16} aria-hidden />
                <span className={parts.line}>{name}</span>
              </span>
              <IconButton
                icon={X}
                label={text('sequence.sound.remove', { name })}
                onPress={() =>
                  session.edit((value) => ({
                    ...value,
                    sound: value.sound.filter((_, place) => place !== at),
                  }))
                }
              />
            </div>
            <FieldGrid>
              <NumberField
                label={text('sequence.sound.start')}
                value={track.startMs / 1000}
                min={0}
                max={DAY_SECONDS}
                onChange={(seconds) => setTrack(at, { startMs: Math.round((seconds ?? 0) * 1000) })}
              />
              <NumberField
                label={text('sequence.sound.level')}
                value={track.levelDb}
                min={-60}
                max={12}
                onChange={(levelDb) => setTrack(at, { levelDb: levelDb ?? 0 })}
              />
              <NumberField
                label={text('sequence.sound.fadeIn')}
                value={track.fadeInMs / 1000}
                min={0}
                max={DAY_SECONDS}
                onChange={(seconds) => setTrack(at, { fadeInMs: Math.round((seconds ?? 0) * 1000) })}
              />
              <NumberField
                label={text('sequence.sound.fadeOut')}
                value={track.fadeOutMs / 1000}
                min={0}
                max={DAY_SECONDS}
                onChange={(seconds) => setTrack(at, { fadeOutMs: Math.round((seconds ?? 0) * 1000) })}
              />
            </FieldGrid>
          </section>
        )
      })}
      <Button icon={Plus} className={parts.start} isDisabled={sound.length >= MOST_TRACKS} onPress={add}>
        {text('sequence.sound.add')}
      </Button>
      <Switch
        label={text('sequence.sound.normalise')}
        hint={text('sequence.sound.normalise.text')}
        isSelected={normalise}
        onChange={(next) => session.edit((value) => ({ ...value, normalise: next }))}
      />
    </div>
  )
}
