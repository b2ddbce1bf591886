/** Finds the Node that Atelier runs on: 24 or newer, whatever started us. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const OLDEST_MAJOR = 24

/** The package among package.json's `optionalDependencies` that holds the Node of this system. */
export const PACKAGED_NODE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** @typedef {{ ok: true, path: string } | { ok: false, message: string }} FoundNode */

/**
 * The Node among the packages of the checkout at `root` when it runs on this system, else this process's own when it is
 * new enough. `message` is one sentence that says what to install.
 *
 * @param {string} root
 * @returns {FoundNode}
 */
export function findNode(root) {
  const packaged = packagedNode(root)
  if (packaged === process.execPath || (existsSync(packaged) && isNewEnough(versionOf(packaged)))) {
    return { ok: true, path: packaged }
  }
  if (isNewEnough(process.version)) return { ok: true, path: process.execPath }
  return {
    ok: false,
    message: `Atelier needs Node ${OLDEST_MAJOR} or newer and this is ${process.version}: install it from https://nodejs.org and try again.`,
  }
}

/** @param {string} root @returns {string} */
function packagedNode(root) {
  return join(root, 'node_modules', PACKAGED_NODE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/** @param {string} path */
function versionOf(path) {
  return spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

/** @param {string} version as in `v24.1.0` */
function isNewEnough(version) {
  return Number(/^v(\d+)\./u.exec(version)?.[1] ?? 0) >= OLDEST_MAJOR
}
