/** Notices: what the user must read about the whole application, until it is over or dismissed. */
import type { Notice, RaisedNotice } from '#contract/app.ts'
import type { EventBus } from '../calls/events.ts'
import { render, type Say } from '../messages/render.ts'

export type Notices = ReturnType<typeof createNotices>

/** `standing` are those that were there before anybody could listen, for example a settings file that was set aside. */
export function createNotices(events: EventBus, standing: readonly RaisedNotice[], say: Say) {
  const rendered = (notice: RaisedNotice): Notice => ({ ...notice, message: render(notice.message, say) })
  const open = new Map(standing.map((notice) => [notice.id, rendered(notice)]))
  return {
    list: (): readonly Notice[] => [...open.values()],
    raise: (raised: RaisedNotice): void => {
      const notice = rendered(raised)
      open.set(notice.id, notice)
      events.emit('notice.raised', notice)
    },
    clear: (id: string): void => {
      if (open.delete(id)) events.emit('notice.cleared', { id })
    },
  }
}
