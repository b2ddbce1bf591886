/** What the built program for agents is made of. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { packageFolder } from '../../electron/scripts/build/third-party-licenses.ts'
import { built } from '../../electron/scripts/paths.ts'

const FILE = built('mcp/atelier.cjs')
const missing = existsSync(FILE) ? '' : ' (skipped: Atelier is not built)'

test.skipIf(missing !== '')(
  `asks for nothing but parts of Node: no Electron, no database, no images${missing}`,
  () => {
    const program = readFileSync(FILE, 'utf8')
    // What ajv writes into code that it generates is quoted there.
    const asked = [...program.matchAll(/(?<!\\)\brequire\("([^"\\]+)"\)/gu)].map(([, name = '']) => name)
    const foreign = asked.filter(
      (name) => !name.startsWith('node:') && !/^ajv(?:-formats)?\/dist\//u.test(name),
    )
    expect(foreign).toEqual([])
    expect(asked.length).toBeGreaterThan(5)
    for (const name of ['electron', 'node:sqlite', 'sharp', '@napi-rs/keyring'])
      expect([name, program.includes(`"${name}"`) || program.includes(`'${name}'`)]).toEqual([name, false])
  },
)

test.skipIf(missing !== '')(`holds messages of the core, and nothing else of it${missing}`, () => {
  const map = z
    .object({ sources: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(`${FILE}.map`, 'utf8')))
  const own = map.sources.filter((source) => packageFolder(source) === null)
  const core = own.flatMap((source) => /electron\/core\/(\w+)\//u.exec(source)?.[1] ?? [])
  expect([...new Set(core)].toSorted()).toEqual(['json', 'messages'])
  expect(own.filter((source) => /electron\/hosts\/(?:desktop|web)|adapters\/electron/u.test(source))).toEqual(
    [],
  )
})
