/** Menu items that the system carries out, in the user's language: Electron's own words are English everywhere. */
import type { MenuItemConstructorOptions } from 'electron'
import { message, type MessageId, type PlainMessageId } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'

type RoleOf<Id extends MessageId> = Id extends `desktop.role.${infer Role}` ? Role : never

/** A role whose words are the same on each system. */
export type PlainRole = RoleOf<PlainMessageId> & NonNullable<MenuItemConstructorOptions['role']>

export function roleItem(role: PlainRole, say: Say): MenuItemConstructorOptions {
  return { role, label: say(message(`desktop.role.${role}`)) }
}

/** "Exit" on Windows, by the name of the program on macOS. */
export function quitItem(platform: NodeJS.Platform, say: Say): MenuItemConstructorOptions {
  return { role: 'quit', label: say(message('desktop.role.quit', { platform })) }
}

export function closeItem(platform: NodeJS.Platform, say: Say): MenuItemConstructorOptions {
  return { role: 'close', label: say(message('desktop.role.close', { platform })) }
}
