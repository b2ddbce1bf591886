/**
 * Parse → handle → Result. Both hosts end here, so a handler cannot tell them apart.
 *
 * Owns the parsing of input and the turning of an unforeseen error into data. What a call does is its area's business.
 */
import { message } from '#contract/messages/message.ts'
import { fail, type RenderedResult, type Result } from '#contract/errors.ts'
import { type ParsedInput, type RouteName, routes } from '#contract/routes.ts'
import { z } from 'zod'
import type { Context } from './context/context.ts'
import { type Handler, type Handlers, invalidInput } from './calls/handlers.ts'
import { renderResult } from './messages/render.ts'
import { isDamage } from './store/damage.ts'
import { diskFailure } from './store/disk-errors.ts'

export type Call = (route: string, input: unknown) => Promise<RenderedResult<unknown>>

/** Never throws: an unforeseen error is logged in full and answered as `internal`. */
export function createRouter(handlers: Handlers, guard: Guard): Call {
  return async (name, input) => {
    const noCall = () => fail('not_found', message('shared.noCall', { name: name.slice(0, 60) }))
    if (!isRoute(name)) return guard(name, z.unknown(), input, noCall)
    const schema = routes[name].input as z.ZodType<ParsedInput<RouteName>>
    return guard(name, schema, input, handlers[name] as Handler<RouteName>)
  }
}

interface GuardDeps extends Pick<Context, 'say' | 'log'> {
  /** Hears of an error that says that library.db is damaged. */
  readonly onDamage?: (error: unknown) => void
}

export type Guard = ReturnType<typeof createGuard>

/** What every call has around it: its input is parsed, an error that nobody foresaw is logged and becomes data, and a failure is said in English. */
export function createGuard({ say, log, onDamage = () => undefined }: GuardDeps) {
  /** Rejects with errors that `passes` lets through: whoever called caused them, and hears no answer. */
  return async <Input, Output>(
    name: string,
    schema: z.ZodType<Input>,
    input: unknown,
    handle: (input: Input) => Result<Output> | Promise<Result<Output>>,
    passes: (error: unknown) => boolean = () => false,
  ): Promise<RenderedResult<Output>> => {
    const parsed = schema.safeParse(input)
    if (!parsed.success) return renderResult(invalidInput(parsed.error), say)
    try {
      return renderResult(await handle(parsed.data), say)
    } catch (error) {
      if (passes(error)) throw error
      return renderResult(unforeseen(name, error, log, onDamage), say)
    }
  }
}

/** Logs an error that nobody expected, and makes it data. */
export function unforeseen(
  name: string,
  error: unknown,
  log: (line: string) => void,
  onDamage: (error: unknown) => void,
): Result<never> {
  log(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  const disk = diskFailure(error)
  if (disk) return { ok: false, error: disk }
  if (isDamage(error)) {
    onDamage(error)
    return fail('internal', 'shared.databaseDamaged')
  }
  return fail('internal', message('shared.unforeseen', { call: name }))
}

function isRoute(name: string): name is RouteName {
  return Object.hasOwn(routes, name)
}
