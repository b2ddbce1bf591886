/** All kept things of one kind, with what went wrong with one of them. */
import { useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import type { KeptStore } from '../../../bridge/stores/kept.ts'
import { Problem } from '../../../ui/problem.tsx'
import { KeptRow, type KeptLook, type Named } from './kept-row.tsx'
import styles from './kept.module.css'

export interface KeptListProps<Value extends Named> {
  readonly store: KeptStore<Value>
  readonly look: KeptLook<Value>
  /** What else can be done with one, before its own buttons. */
  renderActions?(value: Value): ReactNode
  onChoose(value: Value): void
}

export function KeptList<Value extends Named>({
  store,
  look,
  renderActions,
  onChoose,
}: KeptListProps<Value>) {
  const { items, phase, error, load } = useStore(store)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => void load(), [load])
  return (
    <>
      {phase === 'ready' && items.length === 0 && <p className={styles.quiet}>{look.none}</p>}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={look.all}>
          {items.map((item) => (
            <KeptRow
              key={item.id}
              item={item}
              store={store}
              look={look}
              onChoose={onChoose}
              onProblem={setProblem}
            >
              {renderActions?.(item.value)}
            </KeptRow>
          ))}
        </ul>
      )}
      <Problem words={problem ?? error?.message} />
    </>
  )
}
