/** The open shot: what it asks for, where it begins, its takes, and what is done with the chosen one. */
import { useState } from 'react'
import type { Shot } from '#contract/sequences.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FieldFrame, NumberField, Select, Switch, TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useFormatter } from '../../ui/text.ts'
import u from '../../ui/utilities.module.css'
import { useNow } from '../../ui/use-now.ts'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import {
  type EditedShot,
  goesOnFrom,
  inserted,
  patched,
  removed,
  requestOf,
  stillOf,
  wouldCircle,
} from './edits.ts'
import { useOpenSequence, usePlanned, useSession } from './sequence-context.ts'
import styles from './panel.module.css'
import { Picture } from './picture.tsx'
import { ShotStateLine, useShotName } from './strip.tsx'
import { STILL_MS } from './timeline.ts'
import { shownOf, useAssets } from './use-clips.ts'
import { createId, useShotEdits } from './use-shot-edits.ts'

export function ShotPanel({ shot }: { readonly shot: EditedShot }) {
  const { text } = useFormatter()
  const { session, clips } = useOpenSequence()
  const still = useSession(({ value }) => stillOf(value, shot.id))
  const [part, setPart] = useState<'shot' | 'still'>('shot')
  const shown = part === 'still' && still !== undefined ? still : shot
  const planned = usePlanned(shown.id)
  const change = (changed: Partial<Shot>, field: string): void =>
    session.edit(patched(shot.id, changed), `${shot.id} ${field}`)
  const isImage = (clips.clipOf(shot)?.kind ?? shot.mediaType) === 'image'
  return (
    <div className={parts.sections}>
      {still !== undefined && (
        <Segmented<'shot' | 'still'>
          label={text('sequence.part')}
          value={part}
          onChange={(next) => setPart(next)}
          options={[
            { value: 'shot', label: text('media.video') },
            { value: 'still', label: text('sequence.part.still') },
          ]}
        />
      )}
      <div className={parts.stack}>
        <ShotStateLine shotId={shown.id} />
        {planned?.reason !== undefined && <p className={parts.quiet}>{planned.reason.text}</p>}
      </div>
      <RequestPart shot={shown} />
      {shown === shot && <Beginning shot={shot} still={still} />}
      <Takes shot={shown} />
      {shown === shot && (
        <>
          <TextField
            label={text('sequence.shot.title')}
            value={shot.title ?? ''}
            maxLength={200}
            onChange={(title) => change({ title: title === '' ? undefined : title }, 'title')}
          />
          <TextField
            label={text('sequence.shot.caption')}
            value={shot.caption ?? ''}
            maxLength={1_000}
            rows={2}
            onChange={(caption) => change({ caption: caption === '' ? undefined : caption }, 'caption')}
          />
          {isImage ? (
            <NumberField
              label={text('sequence.shot.stillSeconds')}
              value={(shot.stillMs ?? STILL_MS) / 1000}
              min={0.04}
              max={600}
              onChange={(seconds) => change({ stillMs: Math.round((seconds ?? 3) * 1000) }, 'stillMs')}
            />
          ) : (
            <Switch
              label={text('sequence.shot.sound')}
              isSelected={shot.muted !== true}
              onChange={(isHeard) => change({ muted: isHeard ? undefined : true }, 'muted')}
            />
          )}
        </>
      )}
    </div>
  )
}

/** Not for each edit of the shot: only what its request is made of. */
function RequestPart({ shot }: { readonly shot: EditedShot }) {
  const { text } = useFormatter()
  const { session, uses, onGenerate } = useOpenSequence()
  const { mediaType } = shot
  const [problem, setProblem] = useState(false)
  async function become(next: Shot['mediaType']): Promise<void> {
    const first = await uses.firstModel(next)
    setProblem(first?.mediaType !== next)
    if (first?.mediaType === next)
      session.edit(patched(shot.id, { ...first, scene: undefined, options: undefined }))
  }
  return (
    <>
      {shot.stillOf === undefined && (
        <Segmented
          label={text('create.media')}
          value={mediaType}
          onChange={(next) => void become(next)}
          options={(['video', 'image'] as const).map((value) => ({ value, label: text(`media.${value}`) }))}
        />
      )}
      <Problem message={problem ? text('sequence.noModel') : null} />
      {uses.renderForm({
        shotId: shot.id,
        request: requestOf(shot),
        onChange: (change) =>
          session.edit(patched(shot.id, change), `${shot.id} ${Object.keys(change).join()}`),
        onGenerate: () => onGenerate([shot.id]),
      })}
    </>
  )
}

type Begin = 'nothing' | 'still' | 'asset' | `shot:${string}`

/** Where a video begins: each is one choice, as a still takes the place of another first frame. */
function Beginning({ shot, still }: { readonly shot: EditedShot; readonly still: EditedShot | undefined }) {
  const { text } = useFormatter()
  const { session, clips, uses } = useOpenSequence()
  const value = useSession((state) => state.value)
  const nameOf = useShotName()
  if (shot.mediaType !== 'video') return null
  const before = clips.parts[clips.parts.findIndex(({ id }) => id === shot.id) - 1]
  const from = goesOnFrom(shot)
  const offered = clips.parts.filter(
    ({ id }) => id === from || (id === before?.id && !wouldCircle(value, shot.id, id)),
  )
  const chosen: Begin =
    still !== undefined
      ? 'still'
      : from !== undefined
        ? `shot:${from}`
        : shot.from === undefined
          ? 'nothing'
          : 'asset'

  async function choose(next: Begin): Promise<void> {
    const first = next === 'still' ? await uses.firstModel('image') : null
    const from = next.startsWith('shot:') ? { shotId: next.slice('shot:'.length) } : undefined
    session.edit((current) => {
      const without = still === undefined ? current : removed(still.id, undefined)(current)
      const begun = next === 'asset' ? without : patched(shot.id, { from })(without)
      if (first?.mediaType !== 'image') return begun
      const made = { id: createId(), ...first, prompt: shot.prompt, stillOf: shot.id }
      return inserted([made], shot.id)(begun)
    })
  }
  return (
    <Select<Begin>
      label={text('sequence.from')}
      value={chosen}
      onChange={(next) => void choose(next)}
      options={[
        { value: 'nothing', label: text('sequence.from.nothing') },
        ...offered.map((one) => ({
          value: `shot:${one.id}` as const,
          label: text('sequence.from.shot', { number: clips.parts.indexOf(one) + 1 }),
          detail: nameOf(one),
        })),
        { value: 'still', label: text('sequence.from.still'), detail: text('sequence.from.still.text') },
        ...(chosen === 'asset' ? [{ value: 'asset' as const, label: text('sequence.from.asset') }] : []),
      ]}
    />
  )
}

/** Every result of a shot. Choosing another deletes none. */
function Takes({ shot }: { readonly shot: EditedShot }) {
  const { text, ago } = useFormatter()
  const { session, uses } = useOpenSequence()
  const edits = useShotEdits()
  const takes = useSession((state) => state.takes)
  const planned = usePlanned(shot.id)
  const shown = useSession((state) => shownOf(shot, state))
  const own = takes[shot.id] ?? []
  // A chosen asset that the shot has not made itself.
  const ids = shown === undefined || own.some(({ assetId }) => assetId === shown) ? [] : [shown]
  const all = [...ids, ...own.map(({ assetId }) => assetId)]
  const assets = useAssets(useStable(all))
  const now = useNow(60_000)
  if (all.length === 0) return null
  return (
    <FieldFrame label={text('sequence.takes', { count: all.length })}>
      <ToggleButtonGroup
        aria-label={text('sequence.takes', { count: all.length })}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={shown === undefined ? [] : [shown]}
        onSelectionChange={(keys) => {
          const [take] = Array.from(keys, String)
          if (take !== undefined && take !== shown) session.edit(patched(shot.id, { take, trim: undefined }))
        }}
        className={classNames(u.flex, u.wrap, u.gap6)}
      >
        {all.map((id, index) => {
          const at = own.find(({ assetId }) => assetId === id)?.createdAt
          const number = all.length - index
          const label =
            at === undefined
              ? text('sequence.take', { number })
              : text('sequence.take.at', { number, ago: ago(at, now) })
          return (
            <ToggleButton key={id} id={id} aria-label={label} className={classNames(styles.take)}>
              <Picture clip={{ assetId: id, kind: assets.get(id)?.kind ?? 'video' }} />
            </ToggleButton>
          )
        })}
      </ToggleButtonGroup>
      <div className={parts.row}>
        {planned?.state !== 'open' && (
          <Button onPress={() => edits.newTake(shot)}>{text('sequence.take.new')}</Button>
        )}
        {shown !== undefined && (
          <Button kind="quiet" onPress={() => uses.onOpenAsset(shown)}>
            {text('sequence.take.open')}
          </Button>
        )}
      </div>
    </FieldFrame>
  )
}

/** The same array as long as it holds the same. */
function useStable(ids: readonly string[]): readonly string[] {
  const [kept, setKept] = useState(ids)
  const isSame = kept.length === ids.length && kept.every((id, at) => id === ids[at])
  if (!isSame) setKept(ids)
  return isSame ? kept : ids
}
