/** Contains a render error of one place, so that the rest of the page works. */
import { CircleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { StateMessage } from '../ui/state-message.tsx'
import { useWords } from '../ui/text.ts'

export class CrashBoundary extends Component<
  { readonly children: ReactNode },
  { readonly problem: string | null }
> {
  override state = { problem: null }

  static getDerivedStateFromError(error: unknown): { problem: string } {
    return { problem: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { problem } = this.state
    return problem === null ? this.props.children : <Crashed problem={problem} />
  }
}

function Crashed({ problem }: { readonly problem: string }) {
  const { text } = useWords()
  return (
    <StateMessage
      icon={CircleAlert}
      tone="broken"
      title={text('crash.title')}
      action={<Button onPress={() => location.reload()}>{text('crash.reload')}</Button>}
    >
      {text('crash.text', { problem })}
    </StateMessage>
  )
}
