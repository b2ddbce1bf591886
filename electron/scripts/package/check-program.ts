/**
 * `check-program`: whether the packed program for agents answers a client, with the variables that the official SDK hands over.
 *
 * It talks to a web host of this checkout, so that it needs no display.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ensureBuilt } from '../build/build.ts'
import { built, nodeEnvironment } from '../paths.ts'
import { BUNDLE } from './make-program.ts'

/** For a slow computer. */
const PATIENCE_MS = 60_000

/** Checks what was packed last, and says so. */
export async function checkPackedProgram(): Promise<number> {
  await ensureBuilt()
  const folder = built('release')
  const folders = (await readdir(folder)).map((name) => join(folder, name))
  const programs = folders.flatMap((path) => programIn(path, process.platform) ?? [])
  if (programs.length === 0) throw new Error('Nothing is packed: run `npm run package -- --dir`.')
  for (const program of programs) {
    const tools = await askProgram(program)
    process.stdout.write(`${program.slice(folder.length + 1)} serves ${tools} tools.\n`)
  }
  return 0
}

/** The packed program below a folder that electron-builder made; null where it holds none. */
export function programIn(folder: string, platform: NodeJS.Platform): string | null {
  const path =
    platform === 'darwin'
      ? join(folder, 'Atelier.app/Contents/Helpers', BUNDLE, 'Contents/MacOS/atelier')
      : join(folder, 'resources/bin', platform === 'win32' ? 'atelier.exe' : 'atelier')
  return existsSync(path) ? path : null
}

/** How many tools it offers. @throws where it does not answer. */
export async function askProgram(program: string): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-agent-'))
  const args = [built('web/main.js'), '--no-open', '--no-local-service', '--data-dir', dataDir]
  const host = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: nodeEnvironment(),
  })
  try {
    await once(createInterface({ input: host.stdout }), 'line', { signal: AbortSignal.timeout(PATIENCE_MS) })
    const client = new Client({ name: 'check', version: '1.0.0' })
    // Without `env`: the few variables that the SDK hands over by itself.
    await client.connect(
      new StdioClientTransport({
        command: program,
        args: ['--mcp', '--data-dir', dataDir],
        stderr: 'inherit',
      }),
    )
    const { tools } = await client.listTools()
    await client.close()
    if (tools.length === 0) throw new Error(`${program} offers no tools.`)
    return tools.length
  } finally {
    const gone = once(host, 'exit')
    if (host.kill()) await gone
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }
}
