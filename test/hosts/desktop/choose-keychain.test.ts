import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { chooseKeychain, hasKeychain } from '#hosts/desktop/choose-keychain.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

interface Change {
  readonly there?: boolean
  readonly words?: readonly string[]
  readonly platform?: NodeJS.Platform
}

async function choose(
  environment: NodeJS.ProcessEnv,
  { there = true, words = [], platform = 'linux' }: Change = {},
) {
  const switches: string[] = []
  await chooseKeychain({
    environment,
    platform,
    commandLine: {
      hasSwitch: (name) => words.includes(name),
      appendSwitch: (name, value) => void switches.push(`${name}=${value}`),
    },
    hasSecretService: async () => there,
  })
  return switches
}

const LIBSECRET = ['password-store=gnome-libsecret']

test.each([
  [{ XDG_CURRENT_DESKTOP: 'sway' }],
  [{ XDG_CURRENT_DESKTOP: 'Hyprland', DESKTOP_SESSION: 'hyprland' }],
  [{ XDG_CURRENT_DESKTOP: 'i3' }],
  [{ XDG_CURRENT_DESKTOP: 'LXQt', DESKTOP_SESSION: 'gnome' }],
  [{ XDG_CURRENT_DESKTOP: 'MATE' }],
  [{}],
])('asks the Secret Service on a desktop that Chromium has no keychain for: %j', async (environment) => {
  expect([
    hasKeychain(environment),
    await choose(environment),
    await choose(environment, { there: false }),
    await choose(environment, { words: ['password-store'] }),
    await choose(environment, { platform: 'darwin' }),
  ]).toEqual([false, LIBSECRET, [], [], []])
})

test.each([
  [{ XDG_CURRENT_DESKTOP: 'ubuntu:GNOME' }],
  [{ XDG_CURRENT_DESKTOP: 'KDE', KDE_SESSION_VERSION: '6' }],
  [{ XDG_CURRENT_DESKTOP: 'X-Cinnamon' }],
  [{ XDG_CURRENT_DESKTOP: 'MATE', DESKTOP_SESSION: 'mate' }],
  [{ DESKTOP_SESSION: 'plasma', KDE_FULL_SESSION: 'true', KDE_SESSION_VERSION: '5' }],
])('leaves a desktop alone whose keychain Chromium knows: %j', async (environment) => {
  expect(await choose(environment)).toEqual([])
})

const MODULE = new URL('../../../electron/hosts/desktop/choose-keychain.ts', import.meta.url).href
const ASK = `import { isSecretServiceThere } from ${JSON.stringify(MODULE)}
  console.log(await isSecretServiceThere(process.env))`
const run = promisify(execFile)
const hasBus = await run('dbus-run-session', ['--version']).then(
  () => true,
  () => false,
)

/** A bus of its own, whose services are those of the folder. */
async function askBus(services: readonly string[]): Promise<string> {
  const data = await makeTempDir()
  const folder = join(data, 'dbus-1', 'services')
  await mkdir(folder, { recursive: true })
  for (const name of services)
    await writeFile(join(folder, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=/bin/false\n`)
  const config = join(data, 'session.conf')
  await writeFile(
    config,
    `<busconfig><type>session</type><listen>unix:tmpdir=${data}</listen><auth>EXTERNAL</auth>
     <servicedir>${folder}</servicedir>
     <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`,
  )
  const words = ['--config-file', config, '--', process.execPath, '--input-type=module', '-e', ASK]
  const { stdout } = await run('dbus-run-session', words)
  return stdout.trim()
}

test.skipIf(!hasBus)('finds a service that the bus would start, on a real bus', async () => {
  expect([await askBus(['org.freedesktop.secrets']), await askBus(['org.example.Other'])]).toEqual([
    'true',
    'false',
  ])
})

slow('finds none where there is no bus', async () => {
  const environment = { PATH: process.env['PATH'], XDG_RUNTIME_DIR: await makeTempDir() }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', ASK], { env: environment })
  expect(stdout.trim()).toBe('false')
})
