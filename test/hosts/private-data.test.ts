/** What Atelier makes in its data folder is for its user alone, whoever else may enter the folder. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCore } from '#hosts/command-line/open-core.ts'
import { startService } from '#test/local-service/support/service.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

/** What of it others may enter or read. Behind a closed folder nothing is. */
async function openToOthers(path: string): Promise<readonly string[]> {
  const found = await stat(path)
  if ((found.mode & 0o077) === 0) return []
  if (!found.isDirectory()) return [path]
  return [path, ...(await openInside(path))]
}

async function openInside(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder)
  return (await Promise.all(names.map((name) => openToOthers(join(folder, name))))).flat()
}

test.skipIf(process.platform === 'win32')('the folder, its databases and its media', async () => {
  expect(process.umask()).toBe(0o022)
  const folder = await makeTempDir()
  const dataDir = join(folder, 'usual', 'command-line')
  const service = await startService({ dataDir: join(folder, 'local-service') })
  const opened = await openCore(dataDir)
  if (!opened.ok) throw new Error(opened.error.id)
  expect([
    await openToOthers(join(folder, 'usual')),
    await openInside(dataDir),
    await openInside(service.dataDir),
  ]).toEqual([[], [], []])
  await opened.data.close()
  await service.stop()
})
