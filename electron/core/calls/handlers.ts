/** What an area writes to answer its calls: a handler for each route, whose input the router has parsed. */
import { fail, type Result } from '#contract/errors.ts'
import { isMessageId, message, type Message } from '#contract/messages/message.ts'
import type { ParsedInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { z } from 'zod'

export type Handler<Name extends RouteName> = (
  input: ParsedInput<Name>,
) => Result<RouteOutput<Name>> | Promise<Result<RouteOutput<Name>>>

/** One handler for every route: leaving one out does not compile. */
export type Handlers = { readonly [Name in RouteName]: Handler<Name> }

export type HandlersFor<Area extends string> = Pick<Handlers, Extract<RouteName, `${Area}.${string}`>>

export function invalidInput(error: z.ZodError): Result<never> {
  const issue = error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  return fail(
    'invalid_input',
    issue ? messageOfIssue(issue) : 'shared.invalid.unknown',
    field === '' ? {} : { field },
  )
}

/** A schema names the message of what it refuses; what Zod itself finds is its own. */
function messageOfIssue(issue: z.core.$ZodIssue): Message {
  if (!isMessageId(issue.message)) return message('shared.invalid', { problem: issue.message })
  const limit = issue.code === 'too_big' ? issue.maximum : undefined
  return { id: issue.message, ...(limit !== undefined && { values: { limit: Number(limit) } }) }
}
