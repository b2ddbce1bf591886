/** Shown in place of the list while it is loading, broken or empty. */
import { CircleAlert, ListTodo } from 'lucide-react'
import { useStore } from 'zustand'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateMessage } from '../../ui/state-message.tsx'
import { useWords } from '../../ui/text.ts'
import { useDelayed } from '../../ui/use-delayed.ts'
import styles from './queue-list.module.css'

export interface ListStateProps {
  readonly tasks: TaskListStore
  readonly isEmpty: boolean
  onCreate(): void
}

export function ListState({ tasks: store, isEmpty, onCreate }: ListStateProps) {
  const { text } = useWords()
  const phase = useStore(store, (state) => state.phase)
  const error = useStore(store, (state) => state.error)
  const isFiltered = useStore(store, (state) => state.states.length > 0)
  const slow = useDelayed(phase === 'loading')
  if (phase === 'loading') return slow && isEmpty && <Waiting />
  if (phase === 'failed')
    return (
      <StateMessage
        icon={CircleAlert}
        tone="broken"
        title={text('queue.broken')}
        action={<Button onPress={() => void store.getState().load()}>{text('action.retry')}</Button>}
      >
        {error?.message}
      </StateMessage>
    )
  if (!isEmpty) return null
  if (isFiltered)
    return (
      <StateMessage
        icon={ListTodo}
        title={text('queue.noMatch')}
        action={<Button onPress={() => void store.getState().show([])}>{text('queue.showAll')}</Button>}
      />
    )
  return (
    <StateMessage
      icon={ListTodo}
      title={text('queue.empty')}
      action={
        <Button kind="main" onPress={onCreate}>
          {text('queue.empty.action')}
        </Button>
      }
    >
      {text('queue.empty.text')}
    </StateMessage>
  )
}

function Waiting() {
  return (
    <div className={styles.skeletons}>
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index}>
          <Skeleton width={40} height={40} />
          <Skeleton width={`${70 - index * 6}%`} height={16} />
        </div>
      ))}
    </div>
  )
}
