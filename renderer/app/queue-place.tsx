/** The place of the queue, with the ways from a task to the other places. */
import { useEffect, useState } from 'react'
import { useVary } from '../features/create/reuse/use-vary.ts'
import { QueueView } from '../features/queue/queue-view.tsx'
import { AGENT_PREFIX, useRoute } from './router.ts'
import type { Services } from './services.ts'

export function QueuePlace({ services }: { readonly services: Services }) {
  const { router, reuse, tasks, open, decisions, sorting } = services
  const { id } = useRoute(router)
  const agentId = id?.startsWith(AGENT_PREFIX) === true ? id : null
  const [problem, setProblem] = useState<string | null>(null)
  // A link to the tasks of an agent.
  useEffect(() => {
    if (agentId === null) return
    sorting.setState({ agentId, search: '' })
    void tasks.show([])
    router.replace('queue')
  }, [agentId, sorting, tasks, router])
  const vary = useVary(({ message }) => setProblem(message))
  return (
    <QueueView
      tasks={tasks}
      open={open}
      decisions={decisions}
      sorting={sorting}
      openId={agentId === null ? id : null}
      problem={problem}
      onOpen={(taskId) => router.go('queue', taskId)}
      onOpenAsset={(assetId) => router.go('gallery', assetId)}
      onReuse={({ request }, how) => {
        setProblem(null)
        if (how === 'vary') return void vary({ request })
        void reuse.getState()[how === 'adjust' ? 'vary' : how]({ request })
        router.go('create')
      }}
      onCreate={() => router.go('create')}
    />
  )
}
