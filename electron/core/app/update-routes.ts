/** The calls about updates of the program itself, which a host without its own installer does not have. */
import { fail, succeed } from '#contract/errors.ts'
import type { EventBus } from '../events.ts'
import type { Updates } from '../ports/updates.ts'
import type { Handlers } from '../router.ts'

type UpdateHandlers = Pick<
  Handlers,
  'app.updates' | 'app.checkForUpdates' | 'app.downloadUpdate' | 'app.installUpdate'
>

/** Also announces every state; the host ends `updates` when it closes. */
export function createUpdateHandlers(updates: Updates | undefined, events: EventBus): UpdateHandlers {
  if (!updates) {
    const missing = () =>
      fail(
        'not_available_here',
        'Only the installed program updates itself. Here, take a new version as you took this one.',
      )
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
