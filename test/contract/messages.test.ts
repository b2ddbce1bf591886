/** The catalogue of what both sides may say: its types are current, every message is used, and English is loaded in one place. */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CATALOGUES } from '#contract/messages/catalogues.ts'
import { followedBy, type Message, message, withoutCharge, written } from '#contract/messages/message.ts'
import { readMessage, storedMessage } from '#core/messages/stored.ts'
import { say } from '#test/stand-ins/say.ts'
import { LANGUAGE_CODES } from '#contract/rules/languages.ts'
import { catalogues, messageValues } from '../../electron/scripts/build/message-values.ts'

const ROOT = join(import.meta.dirname, '../..')
const catalogue: Readonly<Record<string, string>> = Object.assign({}, ...(await CATALOGUES.en()))

const files = await Array.fromAsync(glob('{electron,renderer}/**/*.{ts,tsx}', { cwd: ROOT }))
const sources = new Map(
  files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(ROOT, file), 'utf8')]),
)

test('types every message by its English text', () => {
  expect(sources.get('electron/contract/messages/message-values.ts')).toBe(messageValues())
  expect(sources.get('electron/contract/messages/catalogues.ts')).toBe(catalogues(LANGUAGE_CODES))
})

test('says nothing that nobody says', () => {
  const code = [...sources]
    .filter(([file]) => !file.startsWith('electron/contract/messages/message-values'))
    .map(([, text]) => text)
    .join('\n')
  const isUsed = (id: string): boolean =>
    code.includes(`'${id}'`) || code.includes(`\`${id.slice(0, id.lastIndexOf('.') + 1)}\${`)
  expect(Object.keys(catalogue).filter((id) => !isUsed(id))).toEqual([])
})

test('loads a language in one place alone', () => {
  const importers = [...sources].filter(([, text]) =>
    /from '[^']*messages\/en\/|import\('[^']*messages\/en\//u.test(text),
  )
  const inside = [...sources].filter(
    ([file, text]) => file.startsWith('electron/contract/messages/') && text.includes("'./en/"),
  )
  expect(importers.map(([file]) => file)).toEqual([])
  expect(inside.map(([file]) => file)).toEqual(['electron/contract/messages/catalogues.ts'])
})

test('says what happened, then whether it was charged, then what follows', () => {
  const gone: Message = { ...message('tasks.gone'), charged: 'yes' }
  const more = message('tasks.lookUp.several', { count: 2 })
  expect(say(followedBy(gone, more))).toBe(
    'The service no longer knows this task. You were charged. The service lists 2 tasks like it.',
  )
  expect(say(withoutCharge(gone))).toBe('The service no longer knows this task.')
  expect(say(message('tasks.failed.saying', { said: '{count} <b>' }))).toBe(
    'The service failed: “{count} <b>”',
  )
})

test('stores a message as data, and shows a sentence of an older version as it is', () => {
  const said: Message = followedBy({ ...message('tasks.gone'), charged: 'maybe' }, message('queue.slower'))
  expect(readMessage(storedMessage(said))).toEqual(said)
  expect(readMessage(storedMessage(undefined))).toBeUndefined()
  const old = readMessage('the service says {it} is done')
  expect(old).toEqual(written('the service says {it} is done'))
  expect(old && say({ ...old, charged: 'yes' })).toBe('the service says {it} is done')
  expect(readMessage('{"id":7}')).toEqual(written('{"id":7}'))
})
