/** The listing's size and age, or why there is none, and a way to ask again. */
import { RefreshCw } from 'lucide-react'
import { useStore } from 'zustand'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from './model-picker.module.css'
import type { ModelsStore } from './models-store.ts'

export function ListingLine({ models }: { readonly models: ModelsStore }) {
  const { text, ago } = useWords()
  const { list, error, loading, load } = useStore(models)
  const now = useNow(30_000)
  const problem = error?.message ?? list?.problem
  const age =
    list === null
      ? text('create.models.loading')
      : text(list.stale ? 'create.models.stale' : 'create.models.listed', {
          count: list.items.length,
          ago: ago(list.fetchedAt, now),
        })
  return (
    <div className={styles.listing}>
      <output className={classNames(problem === undefined ? styles.quiet : styles.problem)}>
        {problem ?? age}
        {problem !== undefined && list !== null && list.items.length > 0 && (
          <span className={styles.quiet}> {age}</span>
        )}
      </output>
      <IconButton
        icon={RefreshCw}
        label={text('create.models.refresh')}
        isDisabled={loading}
        className={classNames(loading && styles.turning)}
        onPress={() => void load(true)}
      />
    </div>
  )
}
