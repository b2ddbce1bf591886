/** Makes quotes of what an agent asks for: of its own requests, and of the shots of the user's sequences. */
import { MAX_REQUESTS, type Quote } from '#contract/agents.ts'
import { fail, succeed, type Result } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { SequencePlan } from '#contract/sequences.ts'
import type { SendablePlan, SendableShot } from '../sequences/sendable-shots.ts'
import type { CheckRequest, ExpandRequests } from '../tasks/check-request.ts'
import type { QuotedBodies, RequestsToQuote } from '../tasks/submission/quoted-bodies.ts'
import type { AgentRecord } from './agent-store.ts'
import { type NewQuote, type QuoteRecord, taskIdOf } from './quote-store.ts'
import { type QuoteInput, readQuote } from './read-quote.ts'
import { FREE, shownQuote, type SendDeps } from './send-quote.ts'

/** Quotes of one agent that are open at once. */
const MAX_OPEN = 10

export interface QuotedPlan {
  readonly plan: SequencePlan
  readonly quotes: readonly (Quote & { readonly shotIds: readonly string[] })[]
}

export interface QuotingDeps extends Pick<SendDeps, 'addressOf'> {
  readonly activeProfile: () => string
  readonly check: CheckRequest
  readonly expand: ExpandRequests
  /** The requests as they would be sent. */
  readonly bodies: (requests: RequestsToQuote) => Promise<Result<QuotedBodies>>
  readonly sendable: (input: ParsedInput<'sequences.plan'>) => Promise<Result<SendablePlan>>
  /** Makes an error that nobody expected data. */
  readonly unforeseen: (what: string, error: unknown) => Result<never>
}

/** Works for an agent that is there and may do something. */
type ForAgent = <Data>(
  what: string,
  agentId: string,
  work: (agent: AgentRecord) => Result<Data>,
) => Result<Data>

export function createQuoting(deps: QuotingDeps, sending: SendDeps, forAgent: ForAgent) {
  const { bodies, sendable, unforeseen } = deps
  const addQuote = async (agentId: string, asked: Asked): Promise<Result<Quote>> => {
    const draft = sending.quotes.draft()
    const built = await bodies({ ...asked, taskIdOf: (index) => taskIdOf(draft, index) })
    if (!built.ok) return built
    const { hash: bodyHash, hashes: bodyHashes, shown } = built.data
    return forAgent('A quote', agentId, (now) => {
      const own = { ...draft, ...asked, agentId, bodyHash, bodyHashes, bodies: shown }
      const quote = keepQuote(sending, now, own)
      return quote.ok ? succeed(shownQuote(sending, now, quote.data)) : quote
    })
  }
  return {
    quote: async (agentId: string, input: unknown): Promise<Result<Quote>> => {
      try {
        const allowed = forAgent('A quote', agentId, () => succeed(null))
        const read = allowed.ok ? await readQuote(input) : allowed
        const asked = read.ok ? await checkQuote(deps, read.data) : read
        return asked.ok ? await addQuote(agentId, asked.data) : asked
      } catch (error) {
        return unforeseen('A quote', error)
      }
    },
    planSequence: async (
      agentId: string,
      input: ParsedInput<'sequences.plan'>,
    ): Promise<Result<QuotedPlan>> => {
      try {
        const allowed = forAgent('A plan', agentId, () => succeed(null))
        const planned = allowed.ok ? await sendable(input) : allowed
        if (!planned.ok) return planned
        const quotes: QuotedPlan['quotes'][number][] = []
        for (const { shotIds, ...asked } of byService(deps, planned.data.sendable)) {
          const quote = await addQuote(agentId, asked)
          if (!quote.ok) return quote
          quotes.push({ ...quote.data, shotIds })
        }
        return succeed({ plan: planned.data.plan, quotes })
      } catch (error) {
        return unforeseen('A plan', error)
      }
    },
  }
}

type Asked = Pick<QuoteRecord, 'profileId' | 'address' | 'requests'>

/** What is sent to each service, as much of it as a quote takes; the rest is in the next plan. */
function byService(
  { addressOf }: Pick<QuotingDeps, 'addressOf'>,
  shots: readonly SendableShot[],
): readonly (Asked & { readonly shotIds: readonly string[] })[] {
  return [...Map.groupBy(shots, ({ profileId }) => profileId)].flatMap(([profileId, all]) => {
    const address = addressOf(profileId)
    const quoted = all.slice(0, MAX_REQUESTS)
    const requests = quoted.map(({ request }) => request)
    return address === null
      ? []
      : [{ profileId, address, requests, shotIds: quoted.map(({ shotId }) => shotId) }]
  })
}

async function checkQuote(
  {
    activeProfile,
    addressOf,
    check,
    expand,
  }: Pick<QuotingDeps, 'activeProfile' | 'addressOf' | 'check' | 'expand'>,
  { profileId = activeProfile(), requests: written }: QuoteInput,
): Promise<Result<Asked>> {
  const address = addressOf(profileId)
  if (address === null) return fail('not_found', 'profiles.noProfile', { field: 'profileId' })
  const expanded = await expand(profileId, written, 'requests')
  if (!expanded.ok) return expanded
  const requests = expanded.data
  for (const request of new Set(requests)) {
    const checked = await check(profileId, request, `requests.${requests.indexOf(request)}`)
    if (!checked.ok) return checked
  }
  return succeed({ profileId, address, requests })
}

function keepQuote({ quotes }: SendDeps, agent: AgentRecord, quote: NewQuote): Result<QuoteRecord> {
  if (quotes.countOpen(agent.id) >= MAX_OPEN && !quotes.expireOldest(agent.id)) {
    return fail('rate_limited', message('agents.quote.tooManyOpen', { count: MAX_OPEN }), FREE)
  }
  return succeed(quotes.add(quote))
}
