/**
 * A program that is killed while it takes in an archive goes on where it was: nothing is lost, and nothing comes twice.
 *
 * @slow 300 files of an archive with 3 kills, as copies and in place.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '#contract/library.ts'
import { type DrivenCore, startCore } from '#test/stand-ins/core-driver.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { a1111Image, makeArchive, stateOf } from './fixtures.ts'

const FILES = 300
const KILLS = 3

async function started(dataDir: string): Promise<DrivenCore> {
  const core = startCore({ dataDir, speed: 1, originMs: Date.now() })
  if (!(await core.ready)) throw new Error('The core did not start.')
  return core
}

async function importOf(core: DrivenCore): Promise<Job | undefined> {
  return (await core.call('jobs.list', {}))?.items.find(({ kind }) => kind === 'import')
}

test.each(['copy', 'in-place'] as const)(
  '%s: killed again and again, all files are there once',
  { timeout: 600_000 },
  async (mode) => {
    const files: Record<string, Buffer> = {}
    for (let number = 0; number < FILES; number++)
      files[`${number % 7}/${number}.png`] = await a1111Image(number)
    const path = await makeArchive(files)
    const before = await stateOf(path)
    const dataDir = join(await makeTempDir(), 'data')
    let core = await started(dataDir)
    await core.call('archives.import', { path, mode })
    for (let kill = 1; kill <= KILLS; kill++) {
      const share = (FILES * kill) / (KILLS + 1)
      await until(async () => ((await importOf(core))?.done ?? 0) >= share)
      await core.kill()
      // It goes on by itself.
      core = await started(dataDir)
    }
    // On a busy machine it may have ended before the last kill: asked again, it finds that all is there.
    await core.call('archives.import', { path, mode })
    const ended = await until(async () => {
      const now = await importOf(core)
      return now === undefined || now.state === 'running' ? null : now
    })
    expect(ended).toMatchObject({ state: 'done', archive: { unread: [] } })
    expect((ended.archive?.added ?? 0) + (ended.archive?.known ?? 0)).toBe(FILES)
    const page = await core.call('library.query', { limit: 1 })
    expect(page?.total).toBe(FILES)
    expect(await core.call('library.verify', {})).toEqual({ checked: FILES, missing: 0, damaged: 0 })
    await core.close()
    expect(await stateOf(path)).toEqual(before)
  },
)
