/** The profile that a command uses: the bundled local service, or the one that the arguments name. */
import { type Result, fail, succeed } from '#contract/errors.ts'
import type { ServiceInfo } from '#contract/services.ts'
import { LOCAL_PROFILE_ID } from '#core/profiles/profiles.ts'
import type { GenerateArguments } from './arguments.ts'
import type { Call } from './open-core.ts'

/**
 * Answers its id. The key comes from the service's own variable of the environment alone: one that is set for another service must
 * not be sent to this one.
 */
export async function chooseProfile(
  call: Call,
  { service, baseUrl }: Pick<GenerateArguments, 'service' | 'baseUrl'>,
  env: NodeJS.ProcessEnv,
): Promise<Result<string>> {
  if (service === undefined && baseUrl === undefined) return succeed(LOCAL_PROFILE_ID)
  const services = await call('services.list', {})
  if (!services.ok) return services
  const info = services.data.items.find(({ kind }) => kind === (service ?? 'generation-service'))
  if (info === undefined) return fail('invalid_input', `This Atelier does not know the service ${service}.`)
  const apiKey = info.keyVariable === undefined ? undefined : env[info.keyVariable]
  // An address alone is what it always was: a generation service, with a key or without.
  if (service !== undefined && info.capabilities.key === 'required' && !apiKey)
    return fail('invalid_input', `${info.label} needs a key. ${whereToPut(info)}`)
  const address = baseUrl ?? info.publicBaseUrl ?? info.usualAddresses?.[0]
  if (address === undefined)
    return fail('invalid_input', `Name the address of ${info.label} with --base-url.`)
  const created = await call('profiles.create', {
    kind: info.kind,
    name: 'Command line',
    baseUrl: address,
    ...(apiKey ? { apiKey } : {}),
  })
  if (!created.ok) return created
  const activated = await call('profiles.activate', { id: created.data.id })
  return activated.ok ? succeed(created.data.id) : activated
}

function whereToPut({ keyPage, keyVariable }: ServiceInfo): string {
  const made = keyPage === undefined ? '' : ` Keys are made at ${keyPage}.`
  return `Put it into the environment variable ${keyVariable}.${made}`
}
