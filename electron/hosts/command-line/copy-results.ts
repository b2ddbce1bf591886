/** Copies a task's files to the folder the user named, under readable names, never over another file. */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { access, copyFile, mkdir, stat } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail, type Failure, type RenderedFailure, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { Task } from '#contract/tasks.ts'
import type { App } from '#core/app.ts'
import type { Call } from './open-core.ts'

const MAX_NAME = 60
const MAX_NAMESAKES = 10_000

/** Makes the folder, so that a mistake in it shows before money is spent. */
export async function prepareOut(out: string): Promise<Result<string>> {
  const folder = resolve(out)
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return succeed(folder)
  } catch {
    return fail('invalid_input', message('command-line.outReadOnly', { folder: out }))
  }
}

/** Answers the paths of the copies, in the order of the results. */
export async function copyResults(
  app: App,
  call: Call,
  task: Task,
  out: string,
): Promise<Result<readonly string[], Failure | RenderedFailure>> {
  const files: string[] = []
  for (const id of task.assetIds) {
    const [asset, file] = await Promise.all([call('library.get', { id }), app.media.asset(id)])
    if (!asset.ok) return asset
    if (!file) return fail('disk_error', 'command-line.resultGone')
    const copied = await copyNamed(file.path, out, asset.data.prompt ?? asset.data.model)
    if (!copied.ok) return copied
    files.push(copied.data)
  }
  return succeed(files)
}

/** Copies a file into a folder under a name made of `words`; a copy that is there already is left as it is. */
export async function copyNamed(path: string, folder: string, words: string): Promise<Result<string>> {
  try {
    return succeed(await copyUnderFreeName(path, join(folder, plainName(words)), extname(path)))
  } catch {
    return fail('disk_error', message('command-line.notCopied', { folder }))
  }
}

async function copyUnderFreeName(source: string, stem: string, extension: string): Promise<string> {
  for (let number = 1; number <= MAX_NAMESAKES; number++) {
    const target = `${stem}${number === 1 ? '' : `-${number}`}${extension}`
    try {
      await copyFile(source, target, constants.COPYFILE_EXCL)
      return target
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      if (await isSame(source, target)) return target
    }
  }
  throw new Error(`There are ${MAX_NAMESAKES} files named ${stem} already.`)
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([stat(one), stat(other)])
  if (!second.isFile() || first.size !== second.size) return false
  const [a, b] = await Promise.all([hashOf(one), hashOf(other)])
  return a.equals(b)
}

async function hashOf(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** Letters and digits of any script, joined by hyphens. */
function plainName(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, MAX_NAME).replace(/-$/, '') || 'result'
}
