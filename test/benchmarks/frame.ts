/** What the benchmarks share: a folder for one run, and how figures are told. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** The numbers behind `--name`, each with its default. */
export function readNumbers<Name extends string>(
  args: readonly string[],
  defaults: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> {
  const entries = Object.entries<number>(defaults)
  const options = Object.fromEntries(
    entries.map(([name, value]) => [name, { type: 'string', default: String(value) } as const]),
  )
  const { values } = parseArgs({ args: [...args], options })
  return Object.fromEntries(entries.map(([name]) => [name, Number(values[name])])) as Record<Name, number>
}

/** Runs `act` over a new folder, which is deleted with everything in it. */
export async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  try {
    return await act(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

export function sumByKey(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [key, value] of all.flatMap((counts) => Object.entries(counts)))
    sums[key] = (sums[key] ?? 0) + value
  return sums
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

/**
 * What a process and those that it started have used of the processors, in milliseconds: time that other programs took away
 * is not theirs. NaN where the system does not say.
 */
export function processorMs(pid: number): number {
  const used = new Map<number, { readonly parent: number; readonly ms: number }>()
  for (const name of readProc(() => readdirSync('/proc'), [])) {
    const stat = readProc(() => readFileSync(`/proc/${Number(name)}/stat`, 'utf8'), '')
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (parent !== undefined)
      used.set(Number(name), { parent: Number(parent), ms: (Number(rest[9]) + Number(rest[10])) * TICK_MS })
  }
  const own = used.get(pid)
  if (own === undefined) return Number.NaN
  const children = Array.from(used).filter(([, { parent }]) => parent === pid)
  return own.ms + sum(children.map(([child]) => processorMs(child)))
}

function readProc<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
