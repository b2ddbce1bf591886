import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askKeyStorage } from '#adapters/electron/shell.ts'
import { openSafeStorage } from '#adapters/electron/safe-storage.ts'
import { createSealing } from '#adapters/electron/sealing.ts'
import { watchFolder } from '#adapters/node/safe-settings.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'

/** A desktop's secrets on a folder of its own; opened again, they are those of the next start. */
export async function openKeyFixture(platform: NodeJS.Platform = 'linux') {
  const dataDir = await makeTempDir()
  const folder = watchFolder(dataDir)
  const settings = createMemorySettings()
  const lines: string[] = []
  const path = join(dataDir, 'secrets.json')
  return {
    dataDir,
    settings,
    lines,
    path,
    open: () =>
      openSafeStorage({
        dataDir,
        settings,
        ask: () => askKeyStorage(say),
        checkFolder: folder.check,
        log: (line) => void lines.push(line),
        sealing: createSealing(platform, 20),
      }),
    text: () => readFile(path, 'utf8').catch(() => null),
    /** Everything Atelier wrote, in whatever file. */
    everything: async () => {
      const names = (await readdir(dataDir)).toSorted()
      const texts = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'utf8')))
      return [...texts, settings.text(), ...lines].join('\n')
    },
  }
}
