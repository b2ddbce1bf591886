/**
 * Agents: programs that generate through Atelier with the user's key, inside a budget.
 *
 * An agent asks for a quote and sends it by its id. What is above its budget waits for the user's word.
 */
import type { MessageId } from './messages/message.ts'
import { z } from 'zod'
import type { JsonObject } from './json.ts'
import { empty, id, name, profileId, route } from './route.ts'
import { amountSchema, type Amount, type Estimate } from './spending.ts'
import { generateRequestSchema, type GenerateRequest, type Task } from './tasks.ts'

export const MAX_REQUESTS = 100

export const budgetSchema = z.strictObject({
  /** Requests in 24 hours that need no approval; 0: every one needs it. */
  requestsPerDay: z.int().min(0).max(100_000),
  /** And so much money in 24 hours. A request without a known price is never inside it. */
  amountPerDay: amountSchema.optional(),
})

export type Budget = z.infer<typeof budgetSchema>

export interface Agent {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly budget: Budget
  /** Whoever comes without a token: cannot be removed, and its budget is always 0. */
  readonly isAnonymous: boolean
  /** What counts against the budget: what was sent in the last 24 hours, and what waits to be sent. */
  readonly today: { readonly requests: number; readonly amounts: readonly Amount[] }
}

/** `approved` by the user and not sent yet. */
export const QUOTE_STATES = ['quoted', 'approved', 'refused', 'sent', 'expired'] as const

export type QuoteState = (typeof QUOTE_STATES)[number]

export interface BudgetLeft {
  readonly requests: number
  readonly amount?: Amount
}

/** What an agent is told of its quote. */
export interface Quote {
  readonly quoteId: string
  readonly profileId: string
  readonly requests: number
  readonly estimate: Estimate
  /** The user is asked before it is sent, as things are now. */
  readonly needsApproval: boolean
  readonly left: BudgetLeft
  readonly createdAt: number
  readonly expiresAt: number
}

export const quotedPriceSchema = z.strictObject({
  amounts: z.array(amountSchema).max(100).readonly(),
  /** Requests without a known price. */
  unpriced: z.int().min(0),
  isFree: z.boolean(),
})

export type QuotedPrice = Readonly<z.infer<typeof quotedPriceSchema>>

/** A request exactly as it is sent, with names in place of files. */
export interface QuotedBody {
  /** So many requests are the same, but for the ids and seeds that are made for each. */
  readonly count: number
  readonly body: JsonObject
}

export interface QuotedContent {
  /** SHA-256 of all that would be sent. */
  readonly bodyHash: string
  readonly price: QuotedPrice
  readonly items: readonly QuotedBody[]
}

export interface WaitingQuote extends Pick<QuotedContent, 'bodyHash' | 'price'> {
  readonly quoteId: string
  readonly agent: { readonly id: string; readonly name: string }
  readonly profileId: string
  readonly requests: readonly GenerateRequest[]
  readonly estimate: Estimate
  /** The agent wants to send it: only then a dialog opens and a notification is shown. */
  readonly asked: boolean
  readonly createdAt: number
  readonly expiresAt: number
  readonly left: BudgetLeft
}

/** What came of an agent's `generate`: its tasks, the same ones whenever it asks, or the user has not decided yet. */
export type Generated =
  | { readonly state: 'sent'; readonly batchId: string; readonly tasks: readonly Task[] }
  | { readonly state: 'waiting'; readonly quote: Quote }

/** What an agent asks a quote for; it comes from outside and is parsed with this. */
export const quoteInputSchema = z.strictObject({
  profileId,
  requests: z
    .array(generateRequestSchema)
    .min(1, 'tasks.request.none' satisfies MessageId)
    .max(MAX_REQUESTS, 'agents.quote.tooManyRequests' satisfies MessageId),
})

/** How an agent is connected, for the user to copy. */
export interface AgentConnection {
  /** Null while this Atelier is not reached over HTTP. */
  readonly mcpUrl: string | null
  /** The program and its arguments that speak over standard input. */
  readonly command: readonly string[]
}

export const agentRoutes = {
  'agents.list': route<{ readonly items: readonly Agent[] }>()(empty),
  /** The token is told once; only its hash is stored. */
  'agents.create': route<{ readonly id: string; readonly token: string }>()(
    z.strictObject({ name, budget: budgetSchema }),
  ),
  'agents.update': route<Agent>()(
    z.strictObject({ id, name: name.optional(), budget: budgetSchema.optional() }),
  ),
  /** Its token is refused from now on and so are its quotes. What it sent is followed to its end, what still waits is not sent. */
  'agents.remove': route<Record<string, never>>()(z.strictObject({ id })),
  'agents.waiting': route<{ readonly items: readonly WaitingQuote[] }>()(empty),
  /** What an open quote would send, and what that costs. */
  'agents.bodies': route<QuotedContent>()(z.strictObject({ quoteId: id })),
  /**
   * Sends a quote that its agent wants to send; another is sent when its agent does. `bodyHash` and `price` are what the user was shown:
   * `conflict` where they are others now. `raiseTo` is the agent's budget from now on.
   */
  'agents.approve': route<Record<string, never>>()(
    z.strictObject({
      quoteId: id,
      bodyHash: z.string().max(100),
      price: quotedPriceSchema,
      raiseTo: budgetSchema.optional(),
    }),
  ),
  'agents.refuse': route<Record<string, never>>()(z.strictObject({ quoteId: id })),
  'agents.connection': route<AgentConnection>()(empty),
} as const
