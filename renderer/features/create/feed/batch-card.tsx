/** One press of the button: what was asked for, its results in their places, and what went wrong with what to do. */
import { Pencil } from 'lucide-react'
import { memo, type CSSProperties } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { isOpenState, TaskStateLabel } from '../../../ui/task-state.tsx'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import type { Recipe } from '../form-store.ts'
import { expectedShape } from '../shape.ts'
import styles from './batch-card.module.css'
import type { Batch } from './group-batches.ts'
import { TaskProblem } from './task-problem.tsx'
import { tilesOf } from './tiles.ts'
import { ResultTile, WaitingTile } from './result-tile.tsx'

/** Results are as tall as the window has room for. */
const ALONE_HEIGHT = 'clamp(280px, 52vh, 640px)'
const TOGETHER_HEIGHT = 'clamp(220px, 34vh, 420px)'
const GAP = 6

export interface BatchCardProps {
  readonly batch: Batch
  onOpenAsset(assetId: string): void
  onOpenTask(taskId: string): void
  onEdit(recipe: Recipe): void
}

export const BatchCard = memo(function BatchCard({ batch, onOpenAsset, onOpenTask, onEdit }: BatchCardProps) {
  const { text, ago } = useWords()
  const { request } = batch.first
  const isOpen = batch.tasks.some((task) => isOpenState(task.state))
  const now = useNow(isOpen ? 1_000 : 30_000)
  const tiles = batch.tasks.flatMap(tilesOf)
  const problems = batch.tasks.filter(
    ({ state, error }) => !isOpenState(state) && (error !== undefined || state === 'unknown'),
  )
  const shape = expectedShape(request)
  const columns = Math.min(4, tiles.length)
  const height = tiles.length === 1 ? ALONE_HEIGHT : TOGETHER_HEIGHT
  const grid = {
    '--columns': columns,
    '--shape': shape,
    maxInlineSize: `calc(${columns * shape} * ${height} + ${(columns - 1) * GAP}px)`,
  } as CSSProperties
  const states = new Set(batch.tasks.map((task) => task.state))
  return (
    <article className={styles.card} aria-label={request.prompt ?? text(`media.${request.mediaType}`)}>
      <header className={styles.head}>
        <p className={styles.prompt}>{request.prompt ?? text('task.noPrompt')}</p>
        <div className={styles.actions}>
          <IconButton icon={Pencil} label={text('create.edit')} onPress={() => onEdit(request)} />
          {request.prompt !== undefined && (
            <CopyButton label={text('action.copyPrompt')} value={request.prompt} />
          )}
        </div>
        <p className={styles.facts}>
          {states.size === 1 && batch.first.state !== 'saved' && <TaskStateLabel state={batch.first.state} />}
          <span>{request.model}</span>
          <span>{ago(batch.first.createdAt, now)}</span>
        </p>
      </header>
      {tiles.length > 0 && (
        <div className={styles.tiles} style={grid}>
          {tiles.map((tile) =>
            tile.assetId === null ? (
              <WaitingTile key={tile.key} task={tile.task} now={now} />
            ) : (
              <ResultTile
                key={tile.key}
                assetId={tile.assetId}
                prompt={request.prompt ?? ''}
                mediaType={request.mediaType}
                onOpen={onOpenAsset}
              />
            ),
          )}
        </div>
      )}
      {problems.map((task) => (
        <TaskProblem key={task.id} task={task} onOpenTask={onOpenTask} onEdit={onEdit} />
      ))}
    </article>
  )
})
