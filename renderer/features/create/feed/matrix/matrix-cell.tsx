/** One place of a matrix: its result, or several where the request was repeated, or what became of it. */
import { memo } from 'react'
import { Button } from 'react-aria-components'
import type { Task } from '#contract/tasks.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { stateWords } from '../../../../ui/task-state.tsx'
import { useWords } from '../../../../ui/text.ts'
import styles from './matrix.module.css'
import { ResultTile } from '../tiles/result-tile.tsx'
import { AudioTile } from '../tiles/audio-tile.tsx'
import { WithTileActions } from '../tiles/tile-actions.tsx'
import { tilesOf } from '../tiles/expected-tiles.ts'
import { WaitingTile } from '../tiles/waiting-tile.tsx'

/** More than these are behind the first ones. */
const MOST_SHOWN = 4

export interface MatrixCellProps {
  readonly tasks: readonly Task[]
  /** What the place stands for: the values of its axes. */
  readonly name: string
  onOpenAsset(assetId: string): void
  onOpenTask(taskId: string): void
}

export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { tasks, name, onOpenAsset, onOpenTask } = props
  const { text } = useWords()
  const tiles = tasks.flatMap(tilesOf)
  const [first] = tasks
  if (first === undefined) return <div className={styles.empty} />
  if (tiles.length === 0)
    return (
      <Button className={classNames(styles.ended)} onPress={() => onOpenTask(first.id)}>
        {text(stateWords(first.state))}
      </Button>
    )
  const shown = tiles.slice(0, MOST_SHOWN)
  return (
    <div className={classNames(styles.inner, shown.length > 1 && styles.several)}>
      {shown.map(({ key, assetId, task }) =>
        assetId === null ? (
          <WaitingTile key={key} task={task} isSmall />
        ) : task.request.mediaType === 'music' ? (
          <AudioTile key={key} assetId={assetId} prompt={name} onOpen={onOpenAsset} />
        ) : (
          <WithTileActions key={key} assetId={assetId} prompt={name} isTooSmall={shown.length > 1}>
            <ResultTile
              assetId={assetId}
              prompt={name}
              mediaType={task.request.mediaType}
              isSmall
              onOpen={onOpenAsset}
            />
          </WithTileActions>
        ),
      )}
      {tiles.length > shown.length && (
        <span className={styles.more}>
          {text('feed.matrix.more', { count: tiles.length - shown.length })}
        </span>
      )}
    </div>
  )
})
