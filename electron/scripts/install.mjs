/**
 * Installs the packages of the checkout when they are not the ones that package-lock.json names.
 *
 * Owns when to run `npm ci` and how; what npm says goes to stderr, because stdout belongs to the command.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { withLock } from './lock.mjs'
import { PACKAGED_NODE } from './node.mjs'

const AS_PACKAGED_NODE = fileURLToPath(new URL('./packaged-node.cjs', import.meta.url))
const CI = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional']

/** @typedef {{ ok: true } | { ok: false, message: string }} Installed */

/**
 * Runs `npm ci` in `root` unless what package-lock.json names is installed already. Two processes never do it at once.
 * `message` is one sentence with the cause; what npm said is on stderr above it.
 *
 * @param {string} root
 * @returns {Promise<Installed>}
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return { ok: true }
  if (runsOnWhatIsReplaced(root)) {
    const message =
      'The packages of Atelier have changed, and Windows cannot replace the Node that is running now: run `npm ci` once and try again.'
    return { ok: false, message }
  }
  const onWait = () => say('Waiting for another start of Atelier that is installing its packages.')
  try {
    return await withLock(join(root, '.build', 'locks', 'install'), onWait, () => install(root))
  } catch (error) {
    return { ok: false, message: installProblem(String(error)) }
  }
}

/**
 * Whether node_modules is what package-lock.json asks for, by npm's own list of what it installed, written last. The
 * times of the files do not count: a checkout changes them without changing what they say.
 *
 * @param {string} root
 * @returns {boolean}
 */
export function isInstalled(root) {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  try {
    return holdsAll(readLock(join(root, 'package-lock.json')), readLock(installedFile))
  } catch {
    return false
  }
}

/** @typedef {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean, peer?: boolean }> }} Lock */

/**
 * @param {string} path
 * @returns {Lock}
 */
function readLock(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/**
 * An optional package may be absent: it is for another system. So may one that only others would want beside them: `.npmrc` leaves
 * them out.
 *
 * @param {Lock} wanted
 * @param {Lock} present
 */
function holdsAll(wanted, present) {
  return Object.entries(wanted.packages ?? {}).every(([path, entry]) => {
    const found = present.packages?.[path]
    if (path === '' || (!found && (entry.optional || entry.peer))) return true
    return found?.version === entry.version && found?.integrity === entry.integrity
  })
}

/**
 * @param {string} root
 * @returns {Promise<Installed>}
 */
async function install(root) {
  if (isInstalled(root)) return { ok: true }
  say('Installing the packages of Atelier; this takes about a minute.')
  const npm = npmCommand()
  let output = ''
  const ended = await runChild(
    npm.command,
    [...npm.args, ...CI, '--loglevel=error'],
    { cwd: root, env: npmEnvironment(root), ...npm.options },
    (child) => {
      const keep = (/** @type {Buffer} */ bytes) => void (output += bytes.toString('utf8'))
      // Where all goes well npm has nothing to say that a person needs: its count of packages stays out of sight.
      child.stdout?.on('data', keep)
      child.stderr?.on('data', keep).on('data', (/** @type {Buffer} */ bytes) => process.stderr.write(bytes))
    },
  )
  if (ended.stopped) return { ok: false, message: 'The installation was stopped.' }
  return ended.code === 0 ? { ok: true } : { ok: false, message: installProblem(output) }
}

/**
 * The npm that started us, else the one in PATH. It runs on the Node it came with: the one among the packages is about
 * to be replaced.
 *
 * @returns {{ command: string, args: string[], options: import('node:child_process').SpawnOptions }}
 */
function npmCommand() {
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe'])
  const script = process.env['npm_execpath'] ?? ''
  if (!/^npm(-cli)?\.c?js$/u.test(basename(script)) || !existsSync(script)) {
    return { command: 'npm', args: [], options: { stdio: [...stdio], shell: process.platform === 'win32' } }
  }
  const outerNode = process.env['npm_node_execpath'] ?? ''
  return {
    command: existsSync(outerNode) ? outerNode : process.execPath,
    args: [script],
    options: { stdio: [...stdio] },
  }
}

/** npm chooses packages for the Node that they will run on, which may be newer than its own. @param {string} root */
function npmEnvironment(root) {
  const version = readLock(join(root, 'package-lock.json')).packages?.[`node_modules/${PACKAGED_NODE}`]
    ?.version
  if (version === undefined) return process.env
  const options = `${process.env['NODE_OPTIONS'] ?? ''} --require=${JSON.stringify(AS_PACKAGED_NODE)}`
  return { ...process.env, NODE_OPTIONS: options.trim(), ATELIER_PACKAGED_NODE: `v${version}` }
}

/** Whether the running program is among the files that npm would have to remove, where the system forbids that. @param {string} root */
function runsOnWhatIsReplaced(root) {
  return process.platform === 'win32' && process.execPath.startsWith(join(root, 'node_modules') + sep)
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/** What npm's output holds, and what it means for the person. First match wins. @type {readonly (readonly [RegExp, string])[]} */
const CAUSES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT/u,
    'the package registry cannot be reached; check the network connection',
  ],
  [/ENOSPC/u, 'the disk is full'],
  [/EACCES|EPERM|EROFS/u, 'the folder of Atelier cannot be written'],
  [/EINTEGRITY/u, 'a package that arrived is not the one that package-lock.json names'],
  [/E401|E403/u, 'the package registry refuses access'],
  [/E404|ETARGET/u, 'the package registry does not have a package that package-lock.json names'],
  [/in sync|EUSAGE/u, 'package.json and package-lock.json do not agree'],
  [/npm cannot be started|spawn npm ENOENT/u, 'npm was not found; install it together with Node'],
]

/**
 * @param {string} output what npm printed
 * @returns {string} one sentence
 */
export function installProblem(output) {
  const cause =
    CAUSES.find(([pattern]) => pattern.test(output))?.[1] ?? 'npm ci failed; its last lines are above'
  return `The packages of Atelier could not be installed: ${cause}.`
}
