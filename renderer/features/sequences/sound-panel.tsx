/** The sounds under the shots, and the loudness of the whole. */
import { AudioLines, Plus, X } from '#renderer/icons.tsx'
import type { Track } from '#contract/sequences.ts'
import { useMemo } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useDialog } from '../../ui/dialog.tsx'
import { FieldGrid } from '../../ui/field-grid.tsx'
import { NumberField, Switch } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { useFormatter } from '../../ui/text.ts'
import u from '../../ui/utilities.module.css'
import { AssetPicker } from './asset-picker.tsx'
import { useOpenSequence, useSession } from './sequence-context.ts'
import { useAssets } from './use-clips.ts'

/** The host takes no more. */
const MAX_TRACKS = 8
const DAY_SECONDS = 86_400

/** What of a track is a number: its unit in the field is this many of the track's own. */
const FIELDS = [
  { part: 'startMs', label: 'sequence.sound.start', unit: 1_000, min: 0, max: DAY_SECONDS },
  { part: 'levelDb', label: 'sequence.sound.level', unit: 1, min: -60, max: 12 },
  { part: 'fadeInMs', label: 'sequence.sound.fadeIn', unit: 1_000, min: 0, max: DAY_SECONDS },
  { part: 'fadeOutMs', label: 'sequence.sound.fadeOut', unit: 1_000, min: 0, max: DAY_SECONDS },
] as const

export function SoundPanel() {
  const { text } = useFormatter()
  const { session } = useOpenSequence()
  const open = useDialog()
  const sound = useSession(({ value }) => value.sound)
  const normalise = useSession(({ value }) => value.normalise)
  const assets = useAssets(useMemo(() => sound.map(({ assetId }) => assetId), [sound]))
  const set = (tracks: readonly Track[], field = ''): void =>
    session.edit((value) => ({ ...value, sound: tracks }), field)
  function add(assetId: string): void {
    set([...sound, { assetId, startMs: 0, levelDb: 0, fadeInMs: 0, fadeOutMs: 0 }])
  }
  return (
    <div className={parts.sections}>
      {sound.length === 0 && <p className={parts.quiet}>{text('sequence.sound.empty')}</p>}
      {sound.map((track, at) => {
        const asset = assets.get(track.assetId)
        return (
          <TrackFields
            // oxlint-disable-next-line react/no-array-index-key -- one asset may be there twice
            key={at}
            track={track}
            name={asset?.title || asset?.prompt || text('sequence.sound.track', { number: at + 1 })}
            onChange={(change) =>
              set(sound.with(at, { ...track, ...change }), `sound ${at} ${Object.keys(change).join()}`)
            }
            onRemove={() => set(sound.toSpliced(at, 1))}
          />
        )
      })}
      <Button
        icon={Plus}
        className={parts.start}
        isDisabled={sound.length >= MAX_TRACKS}
        onPress={() => open((onClose) => <AssetPicker kind="audio" onClose={onClose} onChoose={add} />)}
      >
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

interface TrackFieldsProps {
  readonly track: Track
  readonly name: string
  onChange(change: Partial<Track>): void
  onRemove(): void
}

function TrackFields({ track, name, onChange, onRemove }: TrackFieldsProps) {
  const { text } = useFormatter()
  return (
    <section aria-label={name} className={parts.column}>
      <div className={parts.ends}>
        <span className={classNames(u.row, u.gap8, u.narrows, u.medium)}>
          <AudioLines size={16} aria-hidden />
          <span className={parts.line}>{name}</span>
        </span>
        <IconButton icon={X} label={text('sequence.sound.remove', { name })} onPress={onRemove} />
      </div>
      <FieldGrid>
        {FIELDS.map(({ part, label, unit, min, max }) => (
          <NumberField
            key={part}
            label={text(label)}
            value={track[part] / unit}
            min={min}
            max={max}
            onChange={(value) =>
              onChange({ [part]: unit === 1 ? (value ?? 0) : Math.round((value ?? 0) * unit) })
            }
          />
        ))}
      </FieldGrid>
    </section>
  )
}
