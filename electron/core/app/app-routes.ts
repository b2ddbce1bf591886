/** The calls about the application itself, its jobs and notices, and the message to the service's people. */
import type { AppInfo } from '#contract/app.ts'
import { fail, succeed } from '#contract/errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Notices } from '../notices/notices.ts'
import type { Clock } from '../ports/clock.ts'
import type { FindProxy, Shell, Updates } from '../ports/shell.ts'
import type { Secrets } from '../ports/settings.ts'
import type { Profiles } from '../profiles/open-profiles.ts'
import { failureOf } from '../service/adapter.ts'
import { sendContact } from '../service/client.ts'
import { apiOf } from '../service/registry.ts'
import type { HandlersFor, Handlers } from '../calls/handlers.ts'
import type { EventBus } from '../calls/events.ts'

interface AboutApp extends Omit<AppInfo, 'secretProtection' | 'canChooseKeyStorage' | 'systemLanguages'> {
  readonly secrets: Pick<Secrets, 'protection' | 'choose'>
  /** Makes a fresh one-time address of the page (web host). */
  readonly launchUrl?: () => string
  readonly shell?: Pick<Shell, 'systemLanguages'>
}

export function createAppHandlers({
  version,
  host,
  capabilities,
  dataDir,
  secrets,
  launchUrl,
  shell,
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
        ...(shell?.systemLanguages && { systemLanguages: shell.systemLanguages() }),
        ...(safeMode && { safeMode }),
        ...(licensesFile !== undefined && { licensesFile }),
      }),
    'app.launchUrl': () =>
      launchUrl ? succeed({ url: launchUrl() }) : fail('not_available_here', 'app.launchUrl.webOnly'),
  }
}

export function createContactHandlers(
  profiles: Profiles,
  clock: Clock,
  findProxy: FindProxy,
): HandlersFor<'contact'> {
  return {
    'contact.send': async (message) => {
      const profile = profiles.get(profiles.activeId())
      const address = await profiles.address(profiles.activeId())
      const baseUrl = address.ok ? address.data.baseUrl : profile?.baseUrl
      if (!profile || !baseUrl) return fail('service_unavailable', 'app.contact.serviceAway')
      const outcome = await sendContact(
        { api: apiOf(profile.kind), baseUrl, findProxy },
        message,
        clock.now(),
      )
      return outcome.kind === 'ok' ? succeed({}) : { ok: false, error: failureOf(outcome) }
    },
  }
}

/** The calls that only a program with a window of its own can answer. */
export function createDesktopHandlers(shell: Shell | undefined): HandlersFor<'desktop'> {
  return {
    'desktop.commands': () => succeed({ items: shell?.takeCommands?.() ?? [] }),
    'desktop.spellLanguages': () => succeed({ items: shell?.spellLanguages?.() ?? [] }),
    'desktop.notifications': () => succeed(shell?.notifications?.() ?? { state: 'fine' }),
    'desktop.copyText': async ({ text }) => {
      if (!shell?.copyText) return fail('not_available_here', 'exchange.noClipboard')
      await shell.copyText(text)
      return succeed({})
    },
  }
}

type UpdateHandlers = Pick<
  Handlers,
  'app.updates' | 'app.checkForUpdates' | 'app.downloadUpdate' | 'app.installUpdate'
>

/**
 * The calls about updates of the program itself, which a host without its own installer does not have.
 *
 * Also announces every state; the host ends `updates` when it closes.
 */
export function createUpdateHandlers(updates: Updates | undefined, events: EventBus): UpdateHandlers {
  if (!updates) {
    const missing = () => fail('not_available_here', 'app.updates.elsewhere')
    return {
      'app.updates': missing,
      'app.checkForUpdates': missing,
      'app.downloadUpdate': missing,
      'app.installUpdate': missing,
    }
  }
  updates.follow((update) => events.emit('update.changed', { update }))
  return {
    'app.updates': () => succeed(updates.current()),
    'app.checkForUpdates': async () => succeed(await updates.check()),
    'app.downloadUpdate': async () => succeed(await updates.download()),
    'app.installUpdate': () => succeed(updates.install()),
  }
}

export function createJobHandlers(jobs: Jobs): HandlersFor<'jobs'> {
  return {
    'jobs.list': () => succeed({ items: jobs.list() }),
    'jobs.cancel': ({ id }) => jobs.cancel(id),
  }
}

export function createNoticeHandlers(notices: Notices): HandlersFor<'notices'> {
  return {
    'notices.list': () => succeed({ items: notices.list() }),
    'notices.dismiss': ({ id }) => {
      notices.clear(id)
      return succeed({})
    },
  }
}
