/** The data of a call that has to succeed. */
import type { Result } from '#contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { App } from '#core/app.ts'

/** @throws with the route, the code and the message, where the call fails. */
export async function askCore<Name extends RouteName>(
  app: Pick<App, 'call'>,
  route: Name,
  input: RouteInput<Name>,
): Promise<RouteOutput<Name>> {
  const result = (await app.call(route, input)) as Result<RouteOutput<Name>>
  if (!result.ok) throw new Error(`${route}: ${result.error.code}: ${result.error.message}`)
  return result.data
}
