/** Notices: what the user must read about the whole application, until it is over or dismissed. */
import type { Notice } from '#contract/app.ts'
import { succeed } from '#contract/errors.ts'
import type { EventBus } from '../events.ts'
import type { HandlersFor } from '../router.ts'

export interface Notices {
  raise(notice: Notice): void
  clear(id: string): void
  list(): readonly Notice[]
}

/** `standing` are those that were there before anybody could listen, for example a settings file that was set aside. */
export function createNotices(events: EventBus, standing: readonly Notice[]): Notices {
  const open = new Map(standing.map((notice) => [notice.id, notice]))
  return {
    list: () => [...open.values()],
    raise: (notice) => {
      open.set(notice.id, notice)
      events.emit('notice.raised', notice)
    },
    clear: (id) => {
      if (open.delete(id)) events.emit('notice.cleared', { id })
    },
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
