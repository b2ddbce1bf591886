/** What all tools share: who asks, what they may call, and how an answer looks. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { fail, type Failure, type RenderedFailure, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { Quote } from '#contract/agents.ts'
import type { Profile } from '#contract/profiles.ts'
import type { AgentName } from '#core/agents/agents.ts'
import type { App } from '#core/app.ts'
import { messageIn, type Say } from '#core/messages/render.ts'
import type { Call } from '#hosts/command-line/open-core.ts'
import { ERROR_CODE } from './error-code.ts'

export interface ToolContext {
  readonly app: App
  readonly call: Call
  readonly agent: AgentName
  readonly say: Say
  /** For what only waits: other calls of the agent have their turn meanwhile. */
  rest(wait: () => Promise<void>): Promise<void>
}

export type AddTools = (server: McpServer, context: ToolContext) => void

/** Of a tool that changes nothing. `asksService`: some of its answers come from a service. */
export const readsOnly = (asksService: boolean) =>
  ({
    readOnlyHint: true,
    idempotentHint: true,
    destructiveHint: false,
    openWorldHint: asksService,
  }) as const

type Structured = Readonly<Record<string, unknown>>

/** `text` is for people and for clients that read no structure; the structure is the answer. */
export function toolResult(text: string, structured: Structured, more: CallToolResult['content'] = []) {
  return {
    content: [{ type: 'text' as const, text }, ...more],
    structuredContent: { ...structured },
  } satisfies CallToolResult
}

/** Told to the model as a tool's error: what happened, and what to do. */
export function toolError({ say }: Pick<ToolContext, 'say'>, failure: Failure | RenderedFailure | Message) {
  const said = 'code' in failure ? messageIn(failure) : failure
  return {
    content: [{ type: 'text' as const, text: say(said) }],
    isError: true,
    ...('code' in failure && { _meta: { [ERROR_CODE]: failure.code } }),
  } satisfies CallToolResult
}

/** As much of a text as an answer carries. */
export function shorten(text: string, most = 300): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

interface ProfileChoice {
  readonly profileId: string
  readonly activeId: string
  readonly items: readonly Profile[]
}

/** The profile that is named, else the active one, among all there are. */
export async function chooseProfile(
  { call }: ToolContext,
  wanted: string | undefined,
): Promise<Result<ProfileChoice, Failure | RenderedFailure>> {
  const profiles = await call('profiles.list', {})
  if (!profiles.ok) return profiles
  const { activeId, items } = profiles.data
  const profileId = wanted ?? activeId
  return items.some(({ id }) => id === profileId)
    ? succeed({ profileId, activeId, items })
    : fail('not_found', followedBy(message('profiles.noProfile'), message('agents.listProfiles')))
}

/** How money is told to a model: amounts by their unit, and what has no price by that word. */
const amountSchema = z.object({ unit: z.string(), value: z.number() })

export const amountsSchema = z.array(amountSchema)

/** As the budget is counted: requests, and money where there is a budget in money. */
export const leftSchema = z.object({ requests: z.number(), amount: amountSchema.optional() })

export const quoteSchema = z.object({
  quoteId: z.string(),
  requests: z.number(),
  amounts: amountsSchema,
  unpriced: z.number().describe('Requests of which no price is known. They are not free.'),
  isFree: z.boolean(),
  needsApproval: z.boolean().describe('The user is asked in Atelier before it is sent.'),
  left: leftSchema.describe('Of your budget for 24 hours.'),
  expiresAt: z.string(),
})

export function shownQuote({
  quoteId,
  requests,
  estimate: { amounts, unpriced, isFree },
  needsApproval,
  left,
  expiresAt,
}: Quote): z.infer<typeof quoteSchema> {
  const at = new Date(expiresAt).toISOString()
  return { quoteId, requests, amounts: [...amounts], unpriced, isFree, needsApproval, left, expiresAt: at }
}
