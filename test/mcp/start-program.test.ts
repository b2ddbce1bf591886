/** Starting the real program, with a script in its place that writes down how it was started. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProgram } from '#mcp/start-program.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const { signal } = new AbortController()
const isPosix = process.platform !== 'win32'
const noScripts = isPosix ? '' : ' (skipped: no scripts of a shell here)'

/** What the official SDK hands over, and nothing else. */
function sixVariables(folder: string): NodeJS.ProcessEnv {
  return {
    HOME: folder,
    LOGNAME: 'fox',
    PATH: `${folder}/tools:${process.env['PATH']}`,
    SHELL: '/bin/sh',
    TERM: 'dumb',
    USER: 'fox',
  }
}

async function install(programName: string) {
  const folder = await makeTempDir()
  const record = join(folder, 'record')
  await mkdir(join(folder, 'resources/bin'), { recursive: true })
  await mkdir(join(folder, 'tools'))
  const recorder = `#!/bin/sh\n{ echo "$#"; for word; do printf "%s\\n" "$word"; done; env; } > '${record}.part' && mv '${record}.part' '${record}'\n`
  await writeFile(join(folder, programName), recorder, { mode: 0o755 })
  const started = async () => {
    const text = await until(() => readFile(record, 'utf8').catch(() => null))
    const [count = '0', ...lines] = text.trimEnd().split('\n')
    const env = Object.fromEntries(
      lines.slice(Number(count)).map((line) => [line.split('=')[0], line.replace(/^[^=]*=/u, '')]),
    ) as Record<string, string>
    return { args: lines.slice(0, Number(count)), env }
  }
  const tool = (name: string, script: string) =>
    writeFile(join(folder, 'tools', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { folder, started, tool, executable: join(folder, 'resources/bin/atelier') }
}

/** The user's runtime directory, with the socket of a bus in it. */
async function makeRuntimeDir(folder: string): Promise<string> {
  const runtime = join(folder, 'run', String(process.getuid?.()))
  await mkdir(runtime, { recursive: true })
  const bus = createServer().listen(join(runtime, 'bus'))
  onTestFinished(() => void bus.close())
  await new Promise((resolve) => bus.once('listening', resolve))
  return runtime
}

test.skipIf(!isPosix)(
  `finds the session on Linux with six variables, and hands it over${noScripts}`,
  async () => {
    const { folder, started, tool, executable } = await install('atelier')
    const runtime = await makeRuntimeDir(folder)
    // Asked over the bus that was found, as systemctl(1) does.
    await tool(
      'systemctl',
      `[ "$*" = '--user show-environment' ] && [ "$DBUS_SESSION_BUS_ADDRESS" = 'unix:path=${runtime}/bus' ] || exit 1
printf '%s\\n' 'DISPLAY=:7' 'WAYLAND_DISPLAY=wayland-3' "XAUTHORITY=\\$'/run/it\\\\'s/auth'" XDG_CURRENT_DESKTOP=GNOME XDG_SESSION_TYPE=wayland LD_PRELOAD=/evil.so`,
    )
    const environment = sixVariables(folder)
    const words = ['--background', '--data-dir', '/a b/c']
    const options = { environment, executable, platform: 'linux', runtimeDirs: join(folder, 'run') } as const
    expect(await startProgram(words, signal, options)).toMatchObject({ ok: true })
    const { args, env } = await started()
    expect(args).toEqual(words)
    expect(env).toMatchObject({
      ...environment,
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtime}/bus`,
      DISPLAY: ':7',
      WAYLAND_DISPLAY: 'wayland-3',
      XAUTHORITY: "/run/it's/auth",
      XDG_CURRENT_DESKTOP: 'GNOME',
      XDG_SESSION_TYPE: 'wayland',
    })
    expect(env['LD_PRELOAD']).toBeUndefined()
  },
)

test.skipIf(!isPosix).each([
  ['there is no service manager', 'exit 1'],
  ['it knows no display', 'echo LANG=C'],
])(`says so where there is no display: %s${noScripts}`, async (_why, script) => {
  const { folder, tool, executable } = await install('atelier')
  await tool('systemctl', script)
  const environment = sixVariables(folder)
  const options = { environment, executable, platform: 'linux', runtimeDirs: join(folder, 'run') } as const
  expect(await startProgram([], signal, options)).toMatchObject({
    ok: false,
    error: { id: 'agents.noDisplay' },
  })
})

test.skipIf(!isPosix)(`asks nobody where the client hands a display over${noScripts}`, async () => {
  const { folder, started, tool, executable } = await install('atelier')
  await tool('systemctl', 'echo DISPLAY=:9')
  const environment = { ...sixVariables(folder), DISPLAY: ':1' }
  await startProgram([], signal, { environment, executable, platform: 'linux', runtimeDirs: folder })
  expect((await started()).env['DISPLAY']).toBe(':1')
})

test.skipIf(!isPosix)(
  `starts what the note beside a copy names, and the program beside it on Windows${noScripts}`,
  async () => {
    const { folder, started, executable } = await install('Atelier.exe')
    const environment = { ...sixVariables(folder), DISPLAY: ':1' }
    const began = await startProgram(['a.png'], signal, { environment, executable, platform: 'win32' })
    expect((await started()).args).toEqual(['a.png'])
    await until(() => began.ok && began.data.exitCode() === 0)

    const other = await install('Kept.AppImage')
    await writeFile(
      join(folder, 'resources/bin/program.json'),
      JSON.stringify({ program: join(other.folder, 'Kept.AppImage') }),
    )
    await startProgram(['--safe'], signal, {
      environment,
      executable,
      platform: 'linux',
      runtimeDirs: folder,
    })
    expect((await other.started()).args).toEqual(['--safe'])
  },
)

test.skipIf(!isPosix)(
  `asks LaunchServices on macOS for a new, hidden instance of the bundle${noScripts}`,
  async () => {
    const { folder, started, executable } = await install('open')
    const options = {
      environment: sixVariables(folder),
      executable,
      platform: 'darwin',
      open: join(folder, 'open'),
    } as const
    expect(await startProgram(['--background', '--data-dir', '/d'], signal, options)).toMatchObject({
      ok: true,
    })
    const bundle = ['-n', '-b', 'studio.atelier.app', '--args']
    expect((await started()).args).toEqual(['-g', ...bundle, '--background', '--data-dir', '/d'])
    await writeFile(join(folder, 'open'), '#!/bin/sh\nexit 1\n')
    expect(await startProgram([], signal, options)).toMatchObject({
      ok: false,
      error: { id: 'agents.programMissing' },
    })
  },
)

test('says where it looked for a program that is gone', async () => {
  const folder = await makeTempDir()
  const options = {
    environment: { DISPLAY: ':1' },
    executable: join(folder, 'resources/bin/atelier'),
    runtimeDirs: folder,
  }
  expect(await startProgram([], signal, { ...options, platform: 'linux' })).toMatchObject({
    ok: false,
    error: { id: 'agents.programMissing', values: { program: join(folder, 'atelier') } },
  })
})
