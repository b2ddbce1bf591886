/** What agents wait for: a notice above every place, and a dialog that opens once the user is not busy with something else. */
import '../../locales/agents.ts'
import { Bot } from '#renderer/icons.tsx'
import { useMemo, useRef, useState } from 'react'
import type { WaitingQuote } from '#contract/agents.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { askedQuotes } from '../../bridge/stores/agents.ts'
import { Button } from '../../ui/button.tsx'
import { visibleName } from '../../ui/foreign-text.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useLatestCallback } from '../../ui/use-delayed.ts'
import { ApprovalDialog } from './approval-dialog.tsx'
import { classNames } from '../../ui/class-names.ts'
import parts from '../../ui/parts.module.css'
import u from '#renderer/ui/utilities.module.css'
import { useOnceIdle } from './use-idle.ts'

export function Approvals() {
  const { approval } = useHost()
  const isOpen = useHostState('approval', (state) => state.isOpen)
  const items = useHostState('quotes', (state) => state.items)
  const asked = useMemo(() => askedQuotes(items), [items])
  const offered = useRef(new Set<string>())
  const setOpen = (next: boolean): void => {
    for (const { quoteId } of asked) offered.current.add(quoteId)
    approval.setState({ isOpen: next })
  }
  // One that was put off does not open again by itself.
  useOnceIdle(!isOpen && asked.length > 0, () => {
    if (asked.some(({ quoteId }) => !offered.current.has(quoteId))) setOpen(true)
  })
  return (
    <>
      {asked.length > 0 && !isOpen && <Notice asked={asked} onReview={() => setOpen(true)} />}
      {isOpen && <OpenApproval asked={asked} onClose={() => setOpen(false)} />}
    </>
  )
}

function Notice({ asked, onReview }: { readonly asked: readonly WaitingQuote[]; onReview(): void }) {
  const { text } = useFormatter()
  const [first] = asked
  return (
    <div className={parts.notice}>
      <Bot size={18} strokeWidth={1.75} aria-hidden />
      <Status className={classNames(u.grow, u.narrows, u.breaks)}>
        {first !== undefined &&
          text('approval.notice', { name: visibleName(first.agent.name), count: asked.length })}
      </Status>
      <Button onPress={onReview}>{text('approval.review')}</Button>
    </div>
  )
}

/** One after another, the oldest first. The one that is shown stays until the user is done with it. */
function OpenApproval({ asked, onClose }: { readonly asked: readonly WaitingQuote[]; onClose(): void }) {
  const [shown, setShown] = useState<WaitingQuote | null>(asked[0] ?? null)
  const others = asked.filter(({ quoteId }) => quoteId !== shown?.quoteId)
  // Of what waits once a call was answered, not when it was pressed.
  const onNext = useLatestCallback(() => {
    const [next] = others
    if (next === undefined) onClose()
    else setShown(next)
  })
  if (shown === null) return null
  return (
    <ApprovalDialog
      key={shown.quoteId}
      // What is left of the budget changes while it is shown.
      quote={asked.find(({ quoteId }) => quoteId === shown.quoteId) ?? shown}
      isOver={others.length === asked.length}
      others={others.length}
      onNext={onNext}
      onLater={onClose}
    />
  )
}
