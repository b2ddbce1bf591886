/** `app.getPath` and `app.setPath`: where the system keeps things (electron.d.ts, `App.getPath`). */
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

export interface Paths {
  get(name: string): string
  set(name: string, path: string): void
}

/** `name` is the application's, which names its folder. */
export function createPaths(name: string, mainFile: string): Paths {
  const home = homedir()
  const appData = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  const set = new Map<string, string>()
  const get = (wanted: string): string => {
    const userData = set.get('userData') ?? join(appData, name)
    const known: Readonly<Record<string, string>> = {
      home,
      appData,
      userData,
      sessionData: userData,
      assets: join(mainFile, '..'),
      temp: tmpdir(),
      exe: process.execPath,
      module: process.execPath,
      desktop: join(home, 'Desktop'),
      documents: join(home, 'Documents'),
      downloads: join(home, 'Downloads'),
      music: join(home, 'Music'),
      images: join(home, 'Images'),
      videos: join(home, 'Videos'),
      logs: join(userData, 'logs'),
      crashDumps: join(userData, 'Crashpad'),
    }
    const path = set.get(wanted) ?? known[wanted]
    if (path === undefined) throw new Error(`Failed to get '${wanted}' path`)
    return path
  }
  return {
    get,
    set(wanted, path) {
      get(wanted)
      if (!isAbsolute(path)) throw new Error('Path must be absolute')
      set.set(wanted, path)
    },
  }
}
