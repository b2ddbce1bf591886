/** Every sequence, with large images of its shots. */
import { Clapperboard, Download, Plus, Trash2 } from '#renderer/icons.tsx'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import type { RenderedFailure } from '#contract/errors.ts'
import type { SequenceSummary } from '#contract/sequences.ts'
import { useHost } from '../../bridge/host.tsx'
import { Thumb } from '../../bridge/thumb.tsx'
import { useQuery } from '../../bridge/use-call.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useDialog } from '../../ui/dialog.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Broken, StateMessage } from '../../ui/state-message.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import u from '../../ui/utilities.module.css'
import { ImportDialog } from './import-dialog.tsx'
import { useAssets } from './use-clips.ts'
import styles from './list.module.css'

export function SequenceList({ onOpen }: { onOpen(id: string): void }) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const open = useDialog()
  const { data, error, reload } = useQuery('sequences.list', {}, ({ name }) => name === 'sequences.changed')
  const [problem, setProblem] = useState<RenderedFailure | null>(null)
  const [gone, setGone] = useState<SequenceSummary | null>(null)
  const [isCreating, setCreating] = useState(false)
  async function create(): Promise<void> {
    setCreating(true)
    const response = await bridge.call('sequences.save', { name: text('sequence.untitled'), shots: [] })
    setCreating(false)
    if (response.ok) onOpen(response.data.id)
    else setProblem(response.error)
  }
  async function remove(sequence: SequenceSummary): Promise<void> {
    const response = await bridge.call('sequences.remove', { id: sequence.id })
    setProblem(response.ok ? null : response.error)
    if (response.ok) setGone(sequence)
  }
  async function restore({ id }: SequenceSummary): Promise<void> {
    const response = await bridge.call('sequences.restore', { id })
    setProblem(response.ok ? null : response.error)
    setGone(null)
  }
  const start = (
    <Button kind="main" icon={Plus} isPending={isCreating} onPress={() => void create()}>
      {text('sequence.start')}
    </Button>
  )
  const isEmpty = data?.items.length === 0
  if (error !== null && data === null)
    return (
      <Broken title={text('sequence.list.broken')} onRetry={reload}>
        {error.message}
      </Broken>
    )
  return (
    <div className={classNames(u.grid, u.tall, styles.view)}>
      <header className={classNames(u.row, u.wrap, u.gap8, styles.head)}>
        <h1>{text('place.sequences')}</h1>
        <span className={parts.grow} />
        <Button
          icon={Download}
          onPress={() => open((close) => <ImportDialog onOpen={onOpen} onClose={close} />)}
        >
          {text('sequence.import')}
        </Button>
        {!isEmpty && start}
      </header>
      <div className={styles.notes}>
        <Problem message={problem?.message} />
        <Status>
          {gone !== null && (
            <span className={parts.wrap}>
              {text('sequence.removed', { name: gone.name })}
              <Button kind="quiet" onPress={() => void restore(gone)}>
                {text('action.undo')}
              </Button>
            </span>
          )}
        </Status>
      </div>
      {isEmpty ? (
        <StateMessage icon={Clapperboard} title={text('sequence.list.empty')} action={start}>
          {text('sequence.list.empty.text')}
        </StateMessage>
      ) : (
        <ul className={classNames(u.grid, u.scrollDown, styles.list)} aria-busy={data === null}>
          {data?.items.map((sequence) => (
            <SequenceCard
              key={sequence.id}
              sequence={sequence}
              onOpen={onOpen}
              onRemove={() => void remove(sequence)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface SequenceCardProps {
  readonly sequence: SequenceSummary
  onOpen(id: string): void
  onRemove(): void
}

function SequenceCard({ sequence, onOpen, onRemove }: SequenceCardProps) {
  const { text, ago } = useFormatter()
  const now = useNow(60_000)
  const { id, name, shots, assetIds, updatedAt } = sequence
  const assets = useAssets(assetIds)
  return (
    <li className={classNames(u.relative, styles.item)}>
      <Link
        className={classNames(u.column, u.gap2, u.corner, u.arrow, styles.card)}
        onPress={() => onOpen(id)}
      >
        <span
          className={classNames(
            u.centered,
            u.gap2,
            u.clip,
            u.corner,
            u.well,
            u.quiet,
            styles.pictures,
            assetIds.length < 4 && styles.single,
          )}
        >
          {assetIds.length === 0 && <Clapperboard size={24} strokeWidth={1.5} aria-hidden />}
          {(assetIds.length < 4 ? assetIds.slice(0, 1) : assetIds).map((assetId) => (
            <Thumb
              key={assetId}
              id={assetId}
              kind={assets.get(assetId)?.kind ?? 'video'}
              name=""
              className={styles.image}
            />
          ))}
        </span>
        <span className={classNames(parts.line, u.medium)}>{name}</span>
        <span className={parts.quiet}>
          {text('sequence.list.facts', { shots, ago: ago(updatedAt, now) })}
        </span>
      </Link>
      <IconButton
        icon={Trash2}
        label={text('sequence.list.remove', { name })}
        className={classNames(u.absolute, u.raised, styles.remove)}
        onPress={onRemove}
      />
    </li>
  )
}
