/** Clears the queue after a question: all ended tasks, or all waiting tasks. */
import { ListX } from 'lucide-react'
import { useState } from 'react'
import { MenuTrigger } from 'react-aria-components'
import type { QueueState } from '#contract/queue.ts'
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { MenuPopover } from '../../ui/menu.tsx'
import { useWords } from '../../ui/text.ts'
import { countFor } from './queue-filter.ts'

type Cleared = 'ended' | 'waiting'

export function ClearButton({ counts }: { readonly counts: QueueState['counts'] }) {
  const { text } = useWords()
  const { bridge } = useHost()
  const [asking, setAsking] = useState<Cleared | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const done = countFor('done', counts)
  const numbers = {
    ended: { count: done + countFor('ended', counts), done, other: countFor('ended', counts) },
    waiting: { count: countFor('waiting', counts) },
  }
  const choices = (['ended', 'waiting'] as const).filter((what) => numbers[what].count > 0)

  async function clear(what: Cleared): Promise<void> {
    setBusy(true)
    const response = await bridge.call('queue.clear', { what })
    setBusy(false)
    setProblem(response.ok ? null : response.error.message)
  }
  return (
    <>
      {problem !== null && <p role="alert">{problem}</p>}
      <MenuTrigger>
        <Button icon={ListX} isDisabled={choices.length === 0} isPending={isBusy}>
          {text('queue.clear')}
        </Button>
        <MenuPopover<Cleared>
          label={text('queue.clear')}
          placement="bottom end"
          items={choices.map((id) => ({ id, words: text(`queue.clear.${id}`, numbers[id]) }))}
          onChoose={setAsking}
        />
      </MenuTrigger>
      {asking !== null && (
        <Confirm
          title={text(`queue.clear.${asking}.title`, numbers[asking])}
          text={text(`queue.clear.${asking}.text`, numbers[asking])}
          confirm={text(`queue.clear.${asking}.confirm`)}
          isOpen
          onConfirm={() => void clear(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
