import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { whyEnded, whyEndedAtOnce } from '#mcp/sandbox.ts'
import { startProgram } from '#mcp/start-program.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

const isPosix = process.platform !== 'win32'
const noSignals = isPosix ? '' : ' (skipped: Windows has no signals)'

async function settingOf(text: string): Promise<string> {
  const setting = join(await makeTempDir(), 'restricted')
  await writeFile(setting, text)
  return setting
}

test('says that AppArmor denies the sandbox, where it may and Chromium ended as it does then', async () => {
  const [denied, allowed] = [await settingOf('1\n'), await settingOf('0\n')]
  const gone = join(await makeTempDir(), 'none')
  const said = [whyEnded(133, denied), whyEnded(1, denied), whyEnded(133, allowed), whyEnded(133, gone)]
  const ended = 'agents.programEnded'
  expect((await Promise.all(said)).map(({ id }) => id)).toEqual(['agents.noSandbox', ended, ended, ended])
})

/** A program that does what the script says, in the place of the one with the window. */
async function startScript(script: string) {
  const folder = await makeTempDir()
  await writeFile(join(folder, 'atelier'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const started = await startProgram([], new AbortController().signal, {
    environment: { ...process.env, DISPLAY: ':1' },
    executable: join(folder, 'resources/bin/atelier'),
    platform: 'linux',
    runtimeDirs: folder,
  })
  if (!started.ok) throw new Error(started.error.id)
  return started.data
}

slow.skipIf(!isPosix)(`waits for that end, and for nothing where none threatens${noSignals}`, async () => {
  const denied = await settingOf('1')
  const trapped = await startScript('kill -TRAP $$')
  expect(await whyEndedAtOnce(trapped, denied)).toMatchObject({ id: 'agents.noSandbox' })
  expect(await whyEndedAtOnce(await startScript('exit 0'), denied)).toBeNull()
  expect(await whyEndedAtOnce(await startScript('exec sleep 3'), denied)).toBeNull()
  expect(await whyEndedAtOnce({ exitCode: () => 133 }, await settingOf('0'))).toBeNull()
})
