/** Notices: what the user must read about the whole application, until it is over or dismissed. */
import type { Notice } from '#contract/app.ts'
import { succeed } from '#contract/errors.ts'
import type { EventBus } from '../calls/events.ts'
import type { HandlersFor } from '../calls/handlers.ts'

export type Notices = ReturnType<typeof createNotices>

/** `standing` are those that were there before anybody could listen, for example a settings file that was set aside. */
export function createNotices(events: EventBus, standing: readonly Notice[]) {
  const open = new Map(standing.map((notice) => [notice.id, notice]))
  return {
    list: (): readonly Notice[] => [...open.values()],
    raise: (notice: Notice): void => {
      open.set(notice.id, notice)
      events.emit('notice.raised', notice)
    },
    clear: (id: string): void => {
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
