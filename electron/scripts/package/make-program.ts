/**
 * Makes the small program for terminals and agents: the built file inside the Node of this system, as a single executable.
 *
 * Source: Node, "Single executable applications". Both are of one Node, since the program's text is compiled ahead for it.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runChild } from '../child.mjs'
import { findNode } from '../node.mjs'
import { built, ROOT } from '../paths.ts'
import { runTool, toolScript } from '../tools.ts'
import { giveIdentity, removeSignature } from './windows-program.ts'
import manifest from '../../../package.json' with { type: 'json' }

const FOLDER = built('program')
/** The built file that goes into it. */
const SOURCE = built('mcp/atelier.cjs')
/** Of what it was made; written last. */
const STAMP_FILE = join(FOLDER, 'made-of.txt')
/** The bundle on macOS: with an identity of its own, so that an update of Atelier does not wait for it to end. */
export const BUNDLE = 'Atelier Command Line.app'
const BUNDLE_ID = 'studio.atelier.app.cli'
/** Marks a Node with a program inside: its documentation. */
const SENTINEL_FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** The program, once it is made; `resources` and the bundle are what electron-builder.yml names. */
function programFile(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return join(FOLDER, BUNDLE, 'Contents/MacOS/atelier')
  return join(FOLDER, platform === 'win32' ? 'atelier.exe' : 'atelier')
}

/** Makes it unless it is that of the present build and Node. Resolves to its path. @throws Error where a tool fails. */
export async function makeProgram(): Promise<string> {
  const { platform } = process
  const node = findNode(ROOT)
  if (!node.ok) throw new Error(node.message)
  const program = programFile(platform)
  const stamp = `${await hashOf(SOURCE)} ${await hashOf(node.path)} ${manifest.version}\n`
  if (existsSync(program) && (await readFile(STAMP_FILE, 'utf8').catch(() => '')) === stamp) return program
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(dirname(program), { recursive: true })
  await copyFile(node.path, program)
  await chmod(program, 0o755)
  await makeOurs(program, platform)
  const blob = await makeBlob(node.path)
  const segment = platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []
  const args = [program, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', SENTINEL_FUSE, ...segment]
  await done(
    'postject',
    runTool(toolScript('postject'), args, {}, () => undefined),
  )
  const icon = join(ROOT, 'assets/icons/icon.ico')
  if (platform === 'win32') await giveIdentity(program, { version: manifest.version, icon })
  if (platform === 'darwin') {
    await writeFile(join(FOLDER, BUNDLE, 'Contents/Info.plist'), bundleInfo(manifest.version))
    // Apple Silicon runs nothing unsigned. The certificate of a release signs over it.
    await done('codesign', runChild('codesign', ['--sign', '-', '--force', join(FOLDER, BUNDLE)]))
  }
  await rm(blob)
  await writeFile(STAMP_FILE, stamp)
  return program
}

/** Takes off Node's signature, which does not survive the injection, and what only debuggers read: a seventh, on Linux alone. */
async function makeOurs(program: string, platform: NodeJS.Platform): Promise<void> {
  if (platform === 'darwin') await runChild('codesign', ['--remove-signature', program])
  if (platform === 'win32') await removeSignature(program)
  // Not everybody has binutils, and the program works without.
  if (platform === 'linux') await runChild('strip', [program], { stdio: 'ignore' })
}

async function makeBlob(node: string): Promise<string> {
  const output = join(FOLDER, 'atelier.blob')
  const config = join(FOLDER, 'sea.json')
  // NODE_OPTIONS are for the user's own Node.
  const settings = { disableExperimentalSEAWarning: true, useCodeCache: true, execArgvExtension: 'none' }
  await writeFile(config, JSON.stringify({ main: SOURCE, output, ...settings }))
  await done('node', runChild(node, ['--experimental-sea-config', config], { stdio: ['ignore', 2, 2] }))
  await rm(config)
  return output
}

async function done(tool: string, ended: Promise<{ readonly code: number }>): Promise<void> {
  const { code } = await ended
  if (code !== 0) throw new Error(`The program for agents could not be made: ${tool} ended with ${code}.`)
}

async function hashOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/** Without a place in the dock. */
function bundleInfo(version: string): string {
  const strings = {
    CFBundleIdentifier: BUNDLE_ID,
    CFBundleName: 'Atelier Command Line',
    CFBundleExecutable: 'atelier',
    CFBundlePackageType: 'APPL',
    CFBundleInfoDictionaryVersion: '6.0',
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
  }
  const entries = Object.entries(strings).map(
    ([key, value]) => `    <key>${key}</key>\n    <string>${value}</string>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
${entries.join('')}    <key>LSUIElement</key>
    <true/>
  </dict>
</plist>
`
}
