/** The calls about the application itself, and the message to the service's people. */
import type { AppInfo } from '#contract/app.ts'
import { fail, succeed } from '#contract/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { FindProxy } from '../ports/proxy.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { HandlersFor } from '../router.ts'
import { sendContact } from '../service/apis/generation-service/client.ts'

export interface AboutApp extends Omit<AppInfo, 'secretProtection' | 'canChooseKeyStorage'> {
  readonly secrets: Pick<Secrets, 'protection' | 'choose'>
  /** Makes a fresh one-time address of the page (web host). */
  readonly launchUrl?: () => string
}

export function createAppHandlers({
  version,
  host,
  capabilities,
  dataDir,
  secrets,
  launchUrl,
  safeMode,
  licensesFile,
}: AboutApp): Pick<HandlersFor<'app'>, 'app.info' | 'app.launchUrl'> {
  return {
    'app.info': () =>
      succeed({
        version,
        host,
        capabilities,
        dataDir,
        secretProtection: secrets.protection,
        ...(secrets.choose && { canChooseKeyStorage: true }),
        ...(safeMode && { safeMode }),
        ...(licensesFile !== undefined && { licensesFile }),
      }),
    'app.launchUrl': () =>
      launchUrl
        ? succeed({ url: launchUrl() })
        : fail('not_available_here', 'Only the web host has an address to launch.'),
  }
}

export function createContactHandlers(
  profiles: Profiles,
  clock: Clock,
  findProxy: FindProxy,
): HandlersFor<'contact'> {
  return {
    'contact.send': async (message) => {
      const address = await profiles.address(profiles.activeId())
      const baseUrl = address.ok ? address.data.baseUrl : profiles.get(profiles.activeId())?.baseUrl
      if (!baseUrl)
        return fail('service_unavailable', 'The service is not there now. Your message was not sent.')
      const outcome = await sendContact(baseUrl, message, clock.now(), findProxy)
      if (outcome.kind === 'ok') return succeed({})
      if (outcome.kind === 'aborted') return fail('service_unavailable', 'The message was not sent.')
      return { ok: false, error: outcome.failure }
    },
  }
}
