/** What the door needs of the application's agents. */
import { fail, type Result } from '#contract/errors.ts'
import type { Task, TaskDetail } from '#contract/tasks.ts'

interface Amount {
  readonly unit: string
  readonly value: number
}

/** Who asks. */
export interface KnownAgent {
  readonly agentId: string
  readonly name: string
}

/** What an agent is told of its quote. */
export interface Quote {
  readonly quoteId: string
  readonly profileId: string
  readonly estimate: {
    readonly requests: number
    readonly amounts: readonly Amount[]
    readonly unpriced: number
    readonly isFree: boolean
  }
  /** Whether it can be sent without asking the user, as things are now. */
  readonly isApproved: boolean
  readonly expiresAt: number
  readonly left: { readonly requests: number; readonly amount?: Amount }
}

export type Generated =
  | { readonly state: 'sent'; readonly batchId: string; readonly tasks: readonly Task[] }
  | { readonly state: 'waiting'; readonly quote: Quote }

export interface AgentDoor {
  identify(token: string): KnownAgent | null
  anonymous(): KnownAgent
  isEnabled(): boolean
  quote(
    agentId: string,
    input: { readonly profileId?: string; readonly requests: readonly unknown[] },
  ): Promise<Result<Quote>>
  generate(agentId: string, quoteId: string): Result<Generated>
  decided(quoteId: string, ms: number, signal: AbortSignal): Promise<void>
  task(agentId: string, taskId: string): Result<TaskDetail>
}

/** A door that nobody opens. */
export const NO_AGENTS: AgentDoor = {
  identify: () => null,
  anonymous: () => ({ agentId: '', name: '' }),
  isEnabled: () => false,
  quote: async () => fail('not_available_here', 'There are no agents.'),
  generate: () => fail('not_available_here', 'There are no agents.'),
  decided: async () => undefined,
  task: () => fail('not_found', 'There is no such task.'),
}
