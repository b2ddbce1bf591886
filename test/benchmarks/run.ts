/**
 * Runs one benchmark by its name: `npm run bench -- NAME [arguments]`.
 *
 * Each is a module beside this one that exports `run(args)`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Benchmark = (args: readonly string[]) => void | Promise<void>

/** Every module here that has something to run; the others are what several of them share. */
const names = readdirSync(import.meta.dirname)
  .filter((file) => /\.(?:ts|mjs)$/u.test(file) && hasRun(file))
  .map((file) => ({ file, name: basename(file).replace(/\.[^.]+$/u, '') }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

function hasRun(file: string): boolean {
  return /^export (?:async )?function run\(/mu.test(readFileSync(join(import.meta.dirname, file), 'utf8'))
}

const [asked, ...args] = process.argv.slice(2)
const found = names.find(({ name }) => name === asked)
if (found) {
  const { run } = (await import(`./${found.file}`)) as { readonly run?: Benchmark }
  if (!run) throw new Error(`${found.file} exports no run(args).`)
  await run(args)
} else {
  console.error(asked === undefined ? 'Which benchmark?' : `There is no benchmark "${asked}".`)
  console.error(`There are: ${names.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}
