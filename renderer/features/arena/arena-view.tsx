/** The arena: voting on pairs without names, and the ranking that comes of it. */
import { X } from '#renderer/icons.tsx'
import { useState } from 'react'
import { MEDIA_TYPES, type MediaType } from '#contract/rules/media.ts'
import '../../locales/arena.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Segmented } from '../../ui/segmented.tsx'
import { useFormatter } from '../../ui/text.ts'
import styles from './arena.module.css'
import { RankingView } from './ranking-view.tsx'
import { VoteView } from './vote-view.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

type Filter = MediaType | 'all'

const FILTERS: readonly Filter[] = ['all', ...MEDIA_TYPES]

export interface ArenaViewProps {
  readonly isRanking: boolean
  onRanking(isRanking: boolean): void
  /** Fills the form with a matrix over models. */
  onWhichModel(): void
  onClose(): void
}

export function ArenaView({ isRanking, onRanking, onWhichModel, onClose }: ArenaViewProps) {
  const { text } = useFormatter()
  const [chosen, setChosen] = useState<Filter>('all')
  const mediaType = chosen === 'all' ? undefined : chosen
  return (
    <div className={classNames(u.grid, u.tall, styles.view)}>
      <header className={classNames(u.row, u.wrap, u.gap8, styles.head)}>
        <h1>{text('place.arena')}</h1>
        <Segmented
          label={text('arena.view')}
          value={isRanking ? 'ranking' : 'vote'}
          onChange={(value) => onRanking(value === 'ranking')}
          options={[
            { value: 'vote', label: text('arena.vote') },
            { value: 'ranking', label: text('arena.ranking') },
          ]}
        />
        <Select
          label={text('arena.mediaType')}
          isLabelHidden
          className={styles.filter}
          value={chosen}
          onChange={(value: Filter) => setChosen(value)}
          options={FILTERS.map((value) => ({
            value,
            label: value === 'all' ? text('arena.all') : text(`media.${value}`),
          }))}
        />
        <span className={parts.grow} />
        <IconButton icon={X} label={text('arena.close')} onPress={onClose} />
      </header>
      {isRanking ? (
        <RankingView mediaType={mediaType} onVote={() => onRanking(false)} />
      ) : (
        <VoteView
          key={chosen}
          mediaType={mediaType}
          onRanking={() => onRanking(true)}
          onWhichModel={onWhichModel}
        />
      )}
    </div>
  )
}
