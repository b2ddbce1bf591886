/** Clears the queue after a question: all ended tasks, or all waiting tasks. */
import { useHost, useHostState } from '../../bridge/host.tsx'
import { isFreeOf } from '../../bridge/stores/services.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { useFormatter } from '../../ui/text.ts'
import { countFor } from './list-order.ts'

type What = 'ended' | 'waiting'

export function useClearQueue() {
  const { text } = useFormatter()
  const { queue: store } = useHost()
  const counts = useHostState('queue', ({ queue }) => queue?.counts)
  const profiles = useHostState('profiles', ({ items }) => items)
  // The counts do not say whose tasks they are.
  const isFree = useHostState('services', (services) => profiles.every((one) => isFreeOf(services, one)))
  const price = isFree ? 'free' : 'charged'
  const confirm = useConfirm()
  const [done, other, waiting] = (['done', 'ended', 'waiting'] as const).map((name) =>
    counts === undefined ? 0 : countFor(name, counts),
  )
  const numbers = {
    ended: { count: (done ?? 0) + (other ?? 0), done: done ?? 0, other: other ?? 0 },
    waiting: { count: waiting ?? 0 },
  }
  return {
    choices: (['ended', 'waiting'] as const)
      .filter((what) => numbers[what].count > 0)
      .map((id) => ({ id, label: text(`queue.clear.${id}`, numbers[id]) })),
    ask: (what: What) =>
      confirm({
        title: text(`queue.clear.${what}.title`, numbers[what]),
        text: text(`queue.clear.${what}.text`, { ...numbers[what], price }),
        confirm: text(`queue.clear.${what}.confirm`, numbers[what]),
        refuse: text('action.keep', numbers[what]),
        onConfirm: () => void store.clear(what),
      }),
  }
}
