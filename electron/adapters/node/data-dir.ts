/** Where Atelier's data lies: as asked for, else where this system expects an application's data. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import envPaths from 'env-paths'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'

/** `--data-dir`, else `ATELIER_DATA_DIR`, else the system's place for the data of "Atelier". Absolute. */
export function chooseDataDir(argument: string | undefined, environment: NodeJS.ProcessEnv): string {
  const asked = argument ?? environment['ATELIER_DATA_DIR']
  return resolve(asked ? asked : envPaths('Atelier', { suffix: '' }).data)
}

/** Makes the folder if it is missing and proves that files can be written in it. */
export async function prepareDataDir(dataDir: string): Promise<Result<string>> {
  const probe = join(dataDir, `.writable-${randomUUID()}`)
  try {
    await makeFolder(dataDir)
    // An empty file finds room on a full disk.
    await writeFile(probe, 'probe')
    await rm(probe)
    return succeed(dataDir)
  } catch (error) {
    await rm(probe, { force: true }).catch(() => undefined)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const folder = dataDir
    if (code === 'ENOSPC') return fail('disk_full', message('hosts.dataFolderFull', { folder }))
    return fail('disk_error', message('hosts.dataFolderReadOnly', { folder }))
  }
}

/** Step by step: Node's own recursive mkdir never returns where a file system answers ENOENT for a parent that exists. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path, { mode: 0o700 })
  }
}
