/** `Notification`: recorded; a test presses one by emitting `click` (electron.d.ts, `Notification`). */
import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'
import { record } from '../runtime.ts'
import { strict } from '../strict.ts'

/** Shown and not closed, for tests. */
export const shownNotifications = new Set<Notification>()

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true
  }

  static remove(ids: string | readonly string[]): void {
    close(({ id }) => [ids].flat().includes(id))
  }
  static removeGroup(groupId: string): void {
    close((notification) => notification.groupId === groupId)
  }
  static removeAll(): void {
    close(() => true)
  }

  title: string
  body: string
  subtitle: string
  silent: boolean
  urgency: string
  timeoutType: string
  closeButtonText: string
  readonly hasIcon: boolean
  readonly id: string
  readonly groupId: string
  readonly groupTitle: string
  readonly actions: readonly object[]

  constructor(options: NotificationConstructorOptions = {}) {
    super()
    this.title = options.title ?? ''
    this.body = options.body ?? ''
    this.subtitle = options.subtitle ?? ''
    this.silent = options.silent ?? false
    this.urgency = options.urgency ?? 'normal'
    this.timeoutType = options.timeoutType ?? 'default'
    this.closeButtonText = options.closeButtonText ?? ''
    this.hasIcon = options.icon !== undefined
    this.id = options.id ?? ''
    this.groupId = options.groupId ?? ''
    this.groupTitle = options.groupTitle ?? ''
    this.actions = options.actions ?? []
    return strict('Notification', this)
  }
  show(): void {
    shownNotifications.add(this)
    record('notification.show', {
      title: this.title,
      body: this.body,
      hasIcon: this.hasIcon,
      silent: this.silent,
    })
    this.emit('show', {})
  }
  close(): void {
    if (!shownNotifications.delete(this)) return
    record('notification.close', this.title)
    this.emit('close', {})
  }
}

function close(isMeant: (notification: Notification) => boolean): void {
  for (const notification of [...shownNotifications].filter(isMeant)) notification.close()
}
