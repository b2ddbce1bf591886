/** Asks the user whether an agent may spend: once, with a higher budget, or not at all. */
import { useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import type { Budget, WaitingQuote } from '#contract/agents.ts'
import type { RenderedFailure, RenderedResult } from '#contract/errors.ts'
import { useHost, useHostState } from '#renderer/bridge/host.tsx'
import { useCall } from '#renderer/bridge/use-call.ts'
import { leftText, priceText } from '#renderer/ui/amount-fields.tsx'
import { Button } from '#renderer/ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '#renderer/ui/dialog.tsx'
import { Fact, FactList } from '#renderer/ui/fact-list.tsx'
import { NumberField } from '#renderer/ui/field.tsx'
import { visibleName } from '#renderer/ui/foreign-text.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { Status } from '#renderer/ui/status.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import styles from './approval.module.css'
import { ExactBodies } from './exact-bodies.tsx'
import { QuotedRequests } from './quoted-requests.tsx'
import { useArmed } from './use-idle.ts'

interface ApprovalDialogProps {
  readonly quote: WaitingQuote
  /** It waits no more. */
  readonly isOver: boolean
  /** How many wait besides. */
  readonly others: number
  /** It was decided here, or was over: on to the next. */
  onNext(): void
  /** Put off: it goes on waiting. */
  onLater(): void
}

export function ApprovalDialog({ quote, isOver, others, onNext, onLater }: ApprovalDialogProps) {
  const { text } = useFormatter()
  const name = visibleName(quote.agent.name)
  const { run, busy, error } = useCall()
  const [isUnsure, setUnsure] = useState(false)
  const [changes, setChanges] = useState(0)
  return (
    <Dialog title={text('approval.title', { name })} isOpen onClose={isOver ? onNext : onLater}>
      {others > 0 && <p className={parts.quiet}>{text('approval.others', { count: others })}</p>}
      {isOver && !busy ? (
        <Over quote={quote} error={error} isUnsure={isUnsure} hasNext={others > 0} onNext={onNext} />
      ) : (
        <>
          <DialogText>{text('approval.text')}</DialogText>
          <QuotedRequests
            agent={name}
            profileId={quote.profileId}
            requests={quote.requests}
            onChange={() => setChanges((before) => before + 1)}
          />
          <QuoteFacts quote={quote} />
          <ExactBodies
            quoteId={quote.quoteId}
            bodyHash={quote.bodyHash}
            onChange={() => setChanges((before) => before + 1)}
          />
          <Problem message={error?.message} />
          <Decision
            quote={quote}
            changes={changes}
            busy={busy}
            run={run}
            onUnsure={() => setUnsure(true)}
            onNext={onNext}
            onLater={onLater}
          />
        </>
      )}
    </Dialog>
  )
}

interface OverProps {
  readonly quote: WaitingQuote
  readonly error: RenderedFailure | null
  /** It was approved here, and what came of that is not known. */
  readonly isUnsure: boolean
  readonly hasNext: boolean
  onNext(): void
}

/** Expired, or decided in another window, while the user looked at it. */
function Over({ quote, error, isUnsure, hasNext, onNext }: OverProps) {
  const { text } = useFormatter()
  const [seenAt] = useState(() => Date.now())
  const over = overMessage(quote, seenAt, error, isUnsure)
  return (
    <>
      <Problem message={error?.message} />
      {over !== null && <Status className={parts.quiet}>{text(over)}</Status>}
      <DialogActions>
        <Button onPress={onNext} takesFocus>
          {text(hasNext ? 'approval.next' : 'approval.close')}
        </Button>
      </DialogActions>
    </>
  )
}

function QuoteFacts({ quote }: { readonly quote: WaitingQuote }) {
  const formatter = useFormatter()
  const { text } = formatter
  const now = useNow(1_000)
  const profile = useHostState('profiles', ({ items }) => items.find(({ id }) => id === quote.profileId))
  const { estimate, left } = quote
  const caps = leftText(estimate, formatter)
  const budget = [
    text('price.requests', { count: left.requests }),
    ...(left.amount === undefined ? [] : [formatter.amount(left.amount)]),
  ]
  return (
    <FactList>
      <Fact name={text('approval.service')}>{profile?.name ?? quote.profileId}</Fact>
      <Fact name={text('approval.price')}>
        {text('price.requests', { count: quote.requests.length })}, {priceText(estimate, formatter)}
      </Fact>
      <Fact name={text('approval.left')}>{formatter.list(budget)}</Fact>
      {caps !== null && <Fact name={text('approval.cap')}>{caps}</Fact>}
      <Fact name={text('approval.expires')} className={parts.digits}>
        {formatter.duration(Math.max(0, quote.expiresAt - now))}
      </Fact>
    </FactList>
  )
}

interface DecisionProps extends Pick<ReturnType<typeof useCall>, 'busy' | 'run'> {
  readonly quote: WaitingQuote
  /** How often what stands over the buttons has changed. */
  readonly changes: number
  /** An approval failed, and may have been heard. */
  onUnsure(): void
  onNext(): void
  onLater(): void
}

const MAX_REQUESTS = 100_000

function Decision({ quote, changes, busy, run, onUnsure, onNext, onLater }: DecisionProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const agent = useHostState('agents', ({ items }) => items.find(({ id }) => id === quote.agent.id))
  const { quoteId, bodyHash, price } = quote
  // Another price is looked at before it is pressed.
  const isArmed = useArmed(`${changes} ${JSON.stringify(price)}`)
  const least = agent?.budget.requestsPerDay ?? 0
  const [typed, setTyped] = useState<number | null>()
  const raised = typed === undefined ? Math.min(least + quote.requests.length, MAX_REQUESTS) : typed
  async function decide(call: Promise<RenderedResult<unknown>>): Promise<void> {
    if ((await run(call)) !== null) onNext()
  }
  async function approve(raiseTo?: Budget): Promise<void> {
    const call = bridge.call('agents.approve', {
      quoteId,
      bodyHash,
      price,
      ...(raiseTo === undefined ? {} : { raiseTo }),
    })
    await decide(
      call.then((response) => {
        if (!response.ok && mayBeSent(response.error)) onUnsure()
        return response
      }),
    )
  }
  const isOff = !isArmed || busy
  return (
    <>
      {agent !== undefined && !agent.isAnonymous && (
        <div className={styles.raise}>
          <NumberField
            label={text('approval.raise.number')}
            value={raised}
            onChange={setTyped}
            min={least}
            max={MAX_REQUESTS}
            step={1}
          />
          <Button
            isDisabled={isOff || raised === null || raised < least}
            onPress={() => raised !== null && void approve({ ...agent.budget, requestsPerDay: raised })}
          >
            {text('approval.raise', { count: raised ?? least })}
          </Button>
        </div>
      )}
      <DialogActions>
        <Button kind="quiet" onPress={onLater}>
          {text('approval.later')}
        </Button>
        <Button isDisabled={isOff} onPress={() => void decide(bridge.call('agents.refuse', { quoteId }))}>
          {text('approval.refuse')}
        </Button>
        <Button kind="main" isDisabled={isOff} onPress={() => void approve()}>
          {text('approval.approve')}
        </Button>
      </DialogActions>
    </>
  )
}

/** An approval from here failed in a way that leaves open whether it was sent. */
export function mayBeSent(error: RenderedFailure | null): boolean {
  return error !== null && error.charged !== 'no'
}

/** Null where the error says it all. `seenAt`: when it was first seen to wait no more. */
export function overMessage(
  quote: Pick<WaitingQuote, 'expiresAt'>,
  seenAt: number,
  error: RenderedFailure | null,
  isUnsure: boolean,
) {
  if (isUnsure) return 'approval.unsure'
  if (error?.charged === 'no') return null
  return quote.expiresAt <= seenAt ? 'approval.expired' : 'approval.decided'
}
