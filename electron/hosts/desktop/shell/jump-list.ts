/**
 * What a press of the other mouse button on the program's icon offers, and the files that were opened last.
 *
 * By platform (electron.d.ts): tasks of the jump list are for Windows (`App.setUserTasks`) and start the program again with a link;
 * macOS has a menu of the dock (`Dock.setMenu`); the documents opened last are for both (`App.addRecentDocument`). The .desktop file
 * of Linux would have to be changed for it.
 */
import { app, Menu } from 'electron'
import type { Command } from '#contract/app.ts'
import { message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'

export interface JumpListOptions {
  readonly say: Say
  readonly run: (command: Command) => void
  /** Whether the program stays where it is; a checkout's is Electron itself. */
  readonly isInstalled: boolean
  readonly platform?: NodeJS.Platform
}

/** Sets it; once more where the language has changed. */
export function setJumpList({ say, run, isInstalled, platform = process.platform }: JumpListOptions): void {
  const places = [
    { title: say(message('desktop.jump.create')), link: 'atelier://create', command: 'prompt' },
    { title: say(message('desktop.jump.gallery')), link: 'atelier://gallery', command: 'place:gallery' },
  ] as const
  if (platform === 'darwin') {
    const items = places.map(({ title, command }) => ({
      label: title,
      click: () => run({ kind: 'run', command }),
    }))
    app.dock?.setMenu(Menu.buildFromTemplate(items))
  }
  if (platform !== 'win32' || !isInstalled) return
  app.setUserTasks(
    places.map(({ title, link }) => ({
      program: process.execPath,
      arguments: link,
      iconPath: process.execPath,
      iconIndex: 0,
      title,
      description: title,
    })),
  )
}

/** The system shows it among the files that were opened last; nothing on Linux. */
export function rememberDocument(path: string, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') app.addRecentDocument(path)
}
