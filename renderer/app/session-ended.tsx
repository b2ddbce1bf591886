/** All that is left to say when the host no longer accepts this page. */
import { Unplug } from 'lucide-react'
import { StateMessage } from '../ui/state-message.tsx'
import { useWords } from '../ui/text.ts'

export function SessionEnded() {
  const { text } = useWords()
  return (
    <main>
      <StateMessage icon={Unplug} tone="broken" title={text('session.ended')}>
        {text('session.ended.text')}
      </StateMessage>
    </main>
  )
}
