/** Damages a library.db in one of the ways in which files come to harm; the same seed damages it in the same way. */
import { existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Random } from '#core/ports/clock.ts'

const PAGE = 4096

/** Damages the file at `path`, or its log. Returns what was done, for the sentence of a failure. */
export type Damage = (path: string, random: Random) => string

const below = (random: Random, end: number) => Math.floor(random() * end)
const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T

function edit(path: string, change: (bytes: Buffer) => Buffer | void): void {
  const bytes = readFileSync(path)
  writeFileSync(path, change(bytes) ?? bytes)
}

function flip(bytes: Buffer, at: number, random: Random): void {
  if (at < bytes.length) bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(random, 8)), at)
}

function pageOf(bytes: Buffer, number: number): Buffer {
  return bytes.subarray(number * PAGE, (number + 1) * PAGE)
}

function noise(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => below(random, 256)))
}

function alter(path: string, sql: string): string {
  const connection = new DatabaseSync(path)
  try {
    connection.exec(`PRAGMA foreign_keys = OFF; ${sql}`)
  } finally {
    connection.close()
  }
  return sql
}

export const DAMAGES: Readonly<Record<string, Damage>> = {
  'bits flipped': (path, random) => {
    const count = 1 + below(random, 20)
    edit(path, (bytes) => {
      for (let bit = 0; bit < count; bit++) flip(bytes, below(random, bytes.length), random)
    })
    return `${count} bits`
  },
  'pages zeroed': (path, random) => {
    const pages: number[] = []
    edit(path, (bytes) => {
      for (let count = 1 + below(random, 5); count > 0; count--) {
        const page = below(random, bytes.length / PAGE)
        pageOf(bytes, page).fill(0)
        pages.push(page)
      }
    })
    return `pages ${pages.join(', ')}`
  },
  'cut short': (path, random) => {
    const length = below(random, statSync(path).size)
    truncateSync(path, length)
    return `${length} bytes left`
  },
  'header damaged': (path, random) => {
    const at = below(random, 100)
    edit(path, (bytes) => {
      if (random() < 0.5) flip(bytes, at, random)
      else noise(random, 1 + below(random, 8)).copy(bytes, at)
    })
    return `byte ${at}`
  },
  'pages swapped': (path, random) => {
    const swapped: number[] = []
    edit(path, (bytes) => {
      const [a, b] = [below(random, bytes.length / PAGE), below(random, bytes.length / PAGE)]
      const copy = Buffer.from(pageOf(bytes, a))
      pageOf(bytes, b).copy(pageOf(bytes, a))
      copy.copy(pageOf(bytes, b))
      swapped.push(a, b)
    })
    return `pages ${swapped.join(' and ')}`
  },
  'log deleted': (path) => {
    rmSync(`${path}-wal`, { force: true })
    return existsSync(`${path}-shm`) ? 'its index is left' : 'there was none'
  },
  'log damaged': (path, random) => {
    if (!existsSync(`${path}-wal`)) return 'there was none'
    const at = below(random, statSync(`${path}-wal`).size)
    if (random() < 0.4) truncateSync(`${path}-wal`, at)
    else edit(`${path}-wal`, (bytes) => flip(bytes, random() < 0.2 ? below(random, 32) : at, random))
    return `byte ${at}`
  },
  'garbage appended': (path, random) => {
    edit(path, (bytes) => Buffer.concat([bytes, noise(random, 1 + below(random, 3 * PAGE))]))
    return ''
  },
  'tables dropped': (path, random) =>
    alter(
      path,
      `DROP TABLE ${pick(random, ['tasks', 'assets', 'facts', 'asset_tags', 'collections', 'requests'])}`,
    ),
  'index dropped': (path, random) =>
    alter(path, `DROP INDEX ${pick(random, ['tasks_by_state', 'assets_by_hash', 'task_history_by_task'])}`),
  'rows spoilt': (path, random) =>
    alter(
      path,
      pick(random, [
        `UPDATE tasks SET request = '{"provider":' WHERE seq % 3 = 0`,
        `UPDATE tasks SET request = '{"prowider":"x"}' WHERE state = 'running'`,
        `UPDATE tasks SET state = 'quaued' WHERE seq % 4 = 1`,
        `UPDATE tasks SET watch = 'x', error = '[' WHERE seq % 2 = 0`,
        `UPDATE assets SET options = '{{', inputs = '' WHERE seq % 5 = 0`,
        `UPDATE assets SET kind = 'imago' WHERE seq = 3`,
        `UPDATE facts SET value = 'nonsense'`,
        `UPDATE saved_searches SET filter = '{"text": 5}'`,
      ]),
    ),
  'page half written': (path, random) => {
    const page = { number: 0 }
    edit(path, (bytes) => {
      page.number = below(random, bytes.length / PAGE)
      const other = pageOf(bytes, below(random, bytes.length / PAGE))
      const half = 512 * (1 + below(random, 7))
      Buffer.from(other.subarray(half)).copy(pageOf(bytes, page.number), half)
    })
    return `page ${page.number}`
  },
  'page overwritten': (path, random) => {
    const page = { number: 0 }
    edit(path, (bytes) => {
      page.number = below(random, bytes.length / PAGE)
      noise(random, PAGE).copy(pageOf(bytes, page.number))
    })
    return `page ${page.number}`
  },
  replaced: (path, random) => {
    const by = pick(random, [
      '',
      'this was a database once\n',
      '<!doctype html><html></html>',
      '\0'.repeat(9_000),
    ])
    writeFileSync(path, by)
    return `by ${by.length} bytes`
  },
  'schema damaged': (path, random) => {
    edit(path, (bytes) => {
      for (let count = 3; count > 0; count--) flip(bytes, 100 + below(random, PAGE - 100), random)
    })
    return ''
  },
  gone: (path) => {
    rmSync(path, { force: true })
    return ''
  },
}
