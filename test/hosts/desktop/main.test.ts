import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EventEmitter } from 'node:events'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { until } from '#test/stand-ins/until.ts'
import { message } from '#contract/messages/message.ts'
import { readDesktopArguments } from '#hosts/desktop/arguments.ts'
import { watchFatalErrors } from '#hosts/desktop/fatal-errors.ts'
import { slow } from '#test/stand-ins/scale.ts'

/** Runs the entry on a fresh stand-in, as a start of the program does. */
async function start(dataDir: string, hasLock = true) {
  vi.resetModules()
  vi.stubEnv('ATELIER_DATA_DIR', dataDir)
  const electron = await import('#test/stand-ins/electron.ts')
  electron.app.hasLock = hasLock
  for (const stream of [process.stdout, process.stderr]) {
    const before = stream.listeners('error')
    onTestFinished(() => {
      for (const listener of stream.listeners('error'))
        if (!before.includes(listener)) stream.off('error', listener as () => void)
    })
  }
  await import('#hosts/desktop/main.ts')
  return electron
}

async function startWith(dataDir: string, ...words: readonly string[]) {
  const { argv } = process
  process.argv = [process.execPath, 'main.js', ...words]
  onTestFinished(() => void (process.argv = argv))
  return start(dataDir)
}

afterEach(() => vi.unstubAllEnvs())

slow('takes its single instance before it is ready, opens the window, and ends what it started', async () => {
  const dataDir = await makeTempDir()
  const { app, standIn, BrowserWindow } = await start(dataDir)
  const window = await until(() => app.listenerCount('will-quit') > 0 && BrowserWindow.last)
  expect(app.calls).toEqual([
    'enableSandbox',
    `setPath userData ${join(dataDir, 'electron')}`,
    'requestSingleInstanceLock',
    'whenReady',
  ])
  expect(app.userModelId).toBe('studio.atelier.app')
  expect([standIn.schemes.length, window.options]).toMatchObject([1, { webPreferences: { devTools: false } }])
  app.emit('second-instance')
  expect(window.calls).toEqual(['loadURL atelier://app/', 'show', 'show', 'focus'])
  app.emit('window-all-closed')
  const preventDefault = vi.fn<() => void>()
  app.emit('will-quit', { preventDefault })
  await until(() => app.calls.includes('exit 0'))
  expect([preventDefault.mock.calls.length, app.calls.includes('quit')]).toEqual([1, true])
})

slow('locks the navigation of every web contents', async () => {
  const { app } = await start(await makeTempDir(), false)
  const { EventEmitter } = await import('node:events')
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn<(handler: object) => void>(),
  })
  app.emit('web-contents-created', {}, contents)
  expect([contents.listenerCount('will-navigate'), contents.setWindowOpenHandler.mock.calls.length]).toEqual([
    1, 1,
  ])
})

test('shows nobody a certificate of the user', async () => {
  const { app } = await start(await makeTempDir(), false)
  const [preventDefault, answer] = [vi.fn<() => void>(), vi.fn<(certificate?: object) => void>()]
  app.emit('select-client-certificate', { preventDefault }, null, 'https://a.example', [{}], answer)
  expect([preventDefault.mock.calls, answer.mock.calls]).toEqual([[[]], [[]]])
})

test('leaves at once when another instance runs on the same data', async () => {
  const { app, BrowserWindow } = await start(await makeTempDir(), false)
  expect([app.calls.slice(-2), BrowserWindow.last]).toEqual([['requestSingleInstanceLock', 'quit'], null])
})

test('says why it cannot start', async () => {
  const file = join(await makeTempDir(), 'file')
  await writeFile(file, '')
  const { app, standIn } = await start(file)
  await until(() => app.calls.includes('exit 1'))
  expect([app.calls, standIn.errorBoxes]).toEqual([
    ['enableSandbox', 'whenReady', 'exit 1'],
    [
      [
        "Atelier couldn't start",
        `Atelier can't write to the data folder ${file}. Choose another one with --data-dir.`,
      ],
    ],
  ])
})

test.each([
  ['--version', /^\d+\.\d+\.\d+\n$/],
  ['--help', /--safe .*\n(.*\n)*.*--version/],
])('answers %s before it touches anything', async (word, response) => {
  const dataDir = join(await makeTempDir(), 'never made')
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((...given: readonly unknown[]) => {
    const done = given.at(-1)
    if (typeof done === 'function') done()
    return true
  })
  const { app } = await startWith(dataDir, word)
  const said = write.mock.calls.map(([text]) => String(text)).join('')
  write.mockRestore()
  expect(said).toMatch(response)
  expect([app.calls, existsSync(dataDir)]).toEqual([['enableSandbox', 'exit 0'], false])
})

test('tells a client that was set up for it which program serves agents, and starts nothing', async () => {
  const dataDir = await makeTempDir()
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((...given: readonly unknown[]) => {
    const done = given.at(-1)
    if (typeof done === 'function') done()
    return true
  })
  const { app } = await startWith(dataDir, '--mcp')
  await until(() => app.calls.includes('exit 1'))
  const said = write.mock.calls.map(([text]) => String(text)).join('')
  write.mockRestore()
  expect(said).toMatch(
    /^Another Atelier program serves agents\. .*\/nowhere\/.*atelier.* --mcp --data-dir .*\n$/u,
  )
  expect(app.calls).toEqual(['enableSandbox', 'exit 1'])
})

test('leaves the sandbox alone where the command line has turned it off', async () => {
  const { app } = await startWith(join(await makeTempDir(), 'a'), '--no-sandbox', '--version')
  expect(app.calls).not.toContain('enableSandbox')
})

test('turns the graphics card off for a safe start, before it is ready', async () => {
  const { app, BrowserWindow } = await startWith(await makeTempDir(), '--safe', '--no-samples')
  await until(() => app.listenerCount('will-quit') > 0 && BrowserWindow.last)
  expect(app.calls.indexOf('disableHardwareAcceleration')).toBeGreaterThan(0)
  expect(app.calls.indexOf('disableHardwareAcceleration')).toBeLessThan(app.calls.indexOf('whenReady'))
  app.emit('will-quit', { preventDefault: () => undefined })
  await until(() => app.calls.includes('exit 0'))
})

test('opens no other library than the one asked for', async () => {
  const { app, standIn } = await startWith(await makeTempDir(), '--data-dir')
  await until(() => app.calls.includes('exit 1'))
  expect([app.calls.at(-1), standIn.errorBoxes[0]?.[1]]).toEqual([
    'exit 1',
    '--data-dir takes the path of a folder.',
  ])
})

test('says that the disk is full', async ({ skip }) => {
  const dataDir = await makeTempDir()
  if (!tryTmpfs(dataDir, 'size=64k')) return skip('mounting is not permitted')
  await writeFile(join(dataDir, 'filler'), Buffer.alloc(65_536)).catch(() => undefined)
  const { app, standIn } = await start(dataDir)
  await until(() => app.calls.includes('exit 1'))
  expect([app.calls.at(-1), standIn.errorBoxes]).toEqual([
    'exit 1',
    [
      [
        "Atelier couldn't start",
        `The disk that holds the data folder ${dataDir} is full. Free up space on it.`,
      ],
    ],
  ])
})

test('has a default for each word, and takes each', () => {
  expect(readDesktopArguments(['main.js'])).toEqual({ samples: true, safe: false, background: false })
  expect(readDesktopArguments(['--data-dir=/d', '--safe', '--no-samples', '--background'])).toEqual({
    dataDir: '/d',
    samples: false,
    safe: true,
    background: true,
  })
  expect(readDesktopArguments(['--mcp'])).toMatchObject({ print: 'agents' })
  expect(readDesktopArguments(['--version'])).toMatchObject({ print: 'version' })
  expect(readDesktopArguments(['--version', '-h'])).toMatchObject({ print: 'help' })
})

test("leaves Chromium's switches, links and files alone", () => {
  const words = ['--no-sandbox', '--remote-x=1', 'atelier://task/1', '/a/b.png', '--enable-features=A,B']
  expect(readDesktopArguments(words)).toEqual({ samples: true, safe: false, background: false })
})

test.each([[['--data-dir']], [['--data-dir=']], [['--data-dir', '--safe']]])(
  'says what is wrong with %j, and names no folder',
  (argv) => {
    const words = readDesktopArguments(argv)
    expect([words.problem, words.dataDir]).toEqual([
      message('command-line.takesFolder', { argument: '--data-dir' }),
      undefined,
    ])
  },
)

test('notes an error that met nobody and ends; a lost promise is noted alone', () => {
  const source = new EventEmitter()
  const notes: unknown[] = []
  const sentences: string[] = []
  const stop = watchFatalErrors(
    {
      keep: (_, error) => void notes.push(error),
      giveUp: ({ id }) => void sentences.push(id),
    },
    source,
  )
  source.emit('unhandledRejection', 'lost')
  expect([notes, sentences]).toEqual([['lost'], []])
  source.emit('uncaughtException', 'thrown')
  expect([notes, sentences]).toEqual([['lost', 'thrown'], ['desktop.fatal']])
  stop()
  expect(source.eventNames()).toEqual([])
})
