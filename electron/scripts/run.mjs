/**
 * Entry of every npm script: makes the checkout ready, then hands over to the command.
 *
 * Owns the order only: install what is missing, find a Node that is new enough, run `commands.ts` on it. This file and
 * the `.mjs` files beside it run on Node 18 without any package; everything else in this folder runs on Node 24.
 */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runChild } from './child.mjs'
import { ensureInstalled } from './install.mjs'
import { findNode } from './node.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMMANDS_FILE = fileURLToPath(new URL('./commands.ts', import.meta.url))

/** @returns {Promise<void>} */
async function main() {
  const installed = await ensureInstalled(ROOT)
  if (!installed.ok) return refuse(installed.message)
  const node = findNode(ROOT)
  if (!node.ok) return refuse(node.message)
  if (realpathSync(node.path) === realpathSync(process.execPath)) {
    await import('./commands.ts')
    return
  }
  const ended = await runChild(node.path, [COMMANDS_FILE, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  process.exitCode = ended.code
}

/** @param {string} message */
function refuse(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

await main()
