import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { slow } from '#test/stand-ins/scale.ts'

const CHILD_MODULE = new URL('../../electron/scripts/child.mjs', import.meta.url).href

/** Ends by itself when it is asked to, and when whoever started it is gone. */
const GRANDCHILD = `
  let asked = 0
  const end = (name) => { asked += 1; setTimeout(() => { console.log(name, asked); process.exit(0) }, 100) }
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => end(name))
  process.on('disconnect', () => end('disconnect'))
  setInterval(() => {}, 1000)
  console.log('here')
`

const PARENT = `
  import { runChild } from ${JSON.stringify(CHILD_MODULE)}
  const ended = await runChild(process.execPath, ['-e', process.argv[1]], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ownGroup: true,
  })
  console.log(JSON.stringify(ended))
`

/** Starts a process that runs a child, in a group of its own, and reads what both print. */
async function startFamily(): Promise<{ parent: ChildProcess; lines: AsyncIterator<string> }> {
  const args = ['--input-type=module', '-e', PARENT, GRANDCHILD]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]()
  await lines.next()
  return { parent, lines }
}

async function restOf(lines: AsyncIterator<string>): Promise<string[]> {
  const rest: string[] = []
  for (let line = await lines.next(); !line.done; line = await lines.next()) rest.push(line.value)
  return rest
}

slow.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
  'passes %s to the child once, also when the whole group gets it, and waits for its end',
  async (signal) => {
    const { parent, lines } = await startFamily()
    process.kill(-Number(parent.pid), signal)
    expect(await restOf(lines)).toEqual([`${signal} 1`, '{"code":0,"stopped":true}'])
  },
)

test.skipIf(process.platform === 'win32')('asks the child once when it is asked twice', async () => {
  const { parent, lines } = await startFamily()
  parent.kill('SIGINT')
  parent.kill('SIGTERM')
  // Which of two signals is delivered first is the system's business.
  const asked = expect.stringMatching(/^SIG(INT|TERM) 1$/)
  expect(await restOf(lines)).toEqual([asked, '{"code":0,"stopped":true}'])
})

test.skipIf(process.platform === 'win32')('a child learns that its parent was killed', async () => {
  const { parent, lines } = await startFamily()
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  expect(await restOf(lines)).toEqual(['disconnect 1'])
})

/** Where there are no signals: whatever sends one kills. */
const WITHOUT_SIGNALS = `
  Object.defineProperty(process, 'platform', { value: 'win32' })
  const { runChild } = await import(${JSON.stringify(CHILD_MODULE)})
  const program = 'process.kill = () => process.exit(9); ' +
    'process.once("SIGTERM", () => { console.log("in order"); process.exit(0) }); console.log("here"); setInterval(() => {}, 1000)'
  await runChild(process.execPath, ['--import', process.argv[1], '-e', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  }, (child) => (child.kill = () => process.kill(child.pid, 'SIGKILL')))
`

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a program ends in order without signals, by %s of its command',
  async (signal) => {
    const args = ['--input-type=module', '-e', WITHOUT_SIGNALS, new URL('with-parent.mjs', CHILD_MODULE).href]
    const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]()
    await lines.next()
    parent.kill(signal)
    expect(await restOf(lines)).toEqual(['in order'])
  },
)

test('a program that is not there is a sentence and exit code 127', () => {
  const script = `
    import { runChild } from ${JSON.stringify(CHILD_MODULE)}
    console.log(JSON.stringify(await runChild(${JSON.stringify(join(import.meta.dirname, 'nothing'))}, [])))
  `
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script])
  return expect(restOf(createInterface({ input: parent.stdout })[Symbol.asyncIterator]())).resolves.toEqual([
    '{"code":127,"stopped":false}',
  ])
})

test('a process that listens to its parent is kept alive by that after its child has ended', async () => {
  const script = `
    import { runChild } from ${JSON.stringify(CHILD_MODULE)}
    const last = (text) => process.send(text, () => process.exit())
    process.on('message', () => last('heard'))
    await runChild(process.execPath, ['-e', ''])
    process.once('beforeExit', () => last('nothing keeps it'))
    process.send('ended')
  `
  const args = ['--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'message')).toContain('ended')
  child.send('anybody there?')
  expect(await once(child, 'message')).toContain('heard')
})
