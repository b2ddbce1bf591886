import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStdioClient } from '#test/stand-ins/agents-clients.ts'
import { startAgentsHost, BUILT } from '#test/stand-ins/agents-host.ts'
import { CONFIG_VARIABLE } from '#test/stand-ins/electron-runtime/config.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { chromium, missing, suffix } from './built.ts'

const RUN = join(import.meta.dirname, '../../stand-ins/electron-runtime/run.ts')
const MAIN = join(import.meta.dirname, '../../../.build/desktop/main.js')

test.skipIf(missing !== null)(
  `the program with --mcp serves an agent without a window, and makes room for Atelier${suffix}`,
  async () => {
    const dataDir = await makeTempDir()
    const noise: Error[] = []
    vi.stubEnv(CONFIG_VARIABLE, JSON.stringify({ chromium }))
    onTestFinished(() => void vi.unstubAllEnvs())
    const program = [process.execPath, RUN, MAIN, '--mcp', '--data-dir', dataDir]
    const client = await openStdioClient('earlier', program, undefined, (error) => noise.push(error))
    onTestFinished(() => client.close())
    expect(await client.call('list_models', {})).toMatchObject({ isError: false })
    const host = await startAgentsHost(BUILT, dataDir)
    onTestFinished(() => host.close())
    await host.call('library.stats', {})
    expect(await client.call('list_models', {})).toMatchObject({ isError: false })
    expect((await host.call('agents.list', {})).items[0]?.lastUsedAt).not.toBeNull()
    await client.close()
    expect(noise).toEqual([])
  },
)
