/** Exactly what would be sent, for whoever wants to read it: the requests as they leave this computer, with names in place of files. */
import { useLayoutEffect, useState } from 'react'
import type { QuotedBody } from '#contract/agents.ts'
import { useQuery } from '#renderer/bridge/use-call.ts'
import { Disclosure } from '#renderer/ui/disclosure.tsx'
import { visibleText } from '#renderer/ui/foreign-text.tsx'
import parts from '#renderer/ui/parts.module.css'
import { Problem } from '#renderer/ui/problem.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { useLatestCallback } from '#renderer/ui/use-delayed.ts'
import styles from './approval.module.css'

interface ExactBodiesProps {
  readonly quoteId: string
  readonly bodyHash: string
  /** What stands below has moved. */
  onChange(): void
}

export function ExactBodies({ quoteId, bodyHash, onChange }: ExactBodiesProps) {
  const { text } = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery('agents.bodies', isOpen ? { quoteId } : null)
  const noteChange = useLatestCallback(onChange)
  const isThere = data !== null
  useLayoutEffect(noteChange, [isOpen, isThere, noteChange])
  return (
    <Disclosure title={text('approval.exact')} isOpen={isOpen} onOpen={setOpen}>
      <div className={parts.stack}>
        <Problem message={error?.message} />
        {data?.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a quote never changes
          <Body key={index} item={item} />
        ))}
        <p className={styles.hash}>{text('approval.exact.hash', { hash: bodyHash })}</p>
      </div>
    </Disclosure>
  )
}

function Body({ item: { body, count } }: { readonly item: QuotedBody }) {
  const { text } = useFormatter()
  const label = text('approval.exact.count', { count })
  return (
    <figure className={parts.stack}>
      <figcaption className={parts.quiet}>{label}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre className={styles.body} dir="ltr" tabIndex={0} aria-label={label}>
        {visibleText(JSON.stringify(body, null, 2))}
      </pre>
    </figure>
  )
}
