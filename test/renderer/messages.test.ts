import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import messages from '#renderer/locales/en.json'

const RENDERER = join(import.meta.dirname, '../../renderer')

it('says everything in the locale file, and nothing there is unused', () => {
  const sources = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(RENDERER, path), 'utf8'))
    .join('\n')
  const templates = [...sources.matchAll(/`([\w.]+\.)\$\{[^}]+\}(\.\w+)?`/g)].map(
    ([, start, end]) => [start, end] as const,
  )
  const isUsed = (id: string): boolean =>
    sources.includes(`'${id}'`) ||
    templates.some(([start, end]) => id.startsWith(start ?? '') && id.endsWith(end ?? ''))
  expect(Object.keys(messages).filter((id) => !isUsed(id))).toEqual([])
})
