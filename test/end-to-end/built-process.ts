/** Starts a built program as a process of its own, waits for its ready line, and ends it by its id. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { NODE_ARGS, nodeEnvironment } from '../../electron/scripts/paths.ts'
import type { Host, Running } from './host.ts'

const BUILD = join(import.meta.dirname, '../../.build')

export type { Host, Running }

/** The web host on a data directory, without the local service. */
export async function startBuiltHost(dataDir: string): Promise<Host> {
  return hostOf(await start('web/main.js', ['--data-dir', dataDir, '--no-open', '--no-local-service']))
}

/** `program` by its path in `.build/`. Rejects where it ends before it is ready. */
export async function start(program: string, words: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [...NODE_ARGS, join(BUILD, program), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // As `npm run serve` starts it: what Node compiled is kept between starts.
    env: nodeEnvironment(),
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const gone = once(child, 'exit')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    gone.then(() => null),
  ])
  if (line === null) throw new Error(`${program} ended before it was ready: ${errors}`)
  return { ready: JSON.parse(line) as Record<string, string>, stop: (signal) => stop(child, gone, signal) }
}

async function stop(
  child: ChildProcess,
  gone: Promise<unknown>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await gone
}

export function hostOf(running: Running): Host {
  const { origin = '', token = '' } = running.ready
  const call: Host['call'] = async (route, input) => {
    const response = await fetch(`${origin}/rpc/${route}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    return (await response.json()) as Awaited<ReturnType<Host['call']>>
  }
  return {
    ...running,
    call,
    post: async (path, headers, bytes) => {
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: new Uint8Array(bytes),
      })
      return response.json()
    },
    saved: async (page, press) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    },
    launchUrl: async () => ((await call('app.launchUrl', {})).data as unknown as { url: string }).url,
  }
}
