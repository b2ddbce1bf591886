/** An export of what is being deleted for good. */
import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import { createExporter } from '#core/library/exchange/export-library.ts'
import type { Reader } from '#core/reading/reader.ts'
import type { KeyedLock } from '#core/store/keyed-lock.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { emptyTrash } from '../fixtures.ts'
import { openExchange } from './fixtures.ts'

slow.each(['files', 'zip'] as const)('%s: a file under way leaves whole, and then it goes', async (form) => {
  const exchange = await openExchange()
  const { library } = exchange
  const ids = [(await exchange.add(1)).id, (await exchange.add(2)).id]
  await library.trash(ids.slice(0, 1))
  const asked = Promise.withResolvers<void>()
  let isDeleting = false
  const hold: KeyedLock['hold'] = (key, work) => {
    asked.resolve()
    return library.contents.hold(key, () => {
      isDeleting = true
      return work()
    })
  }
  const emptied: Promise<void>[] = []
  const read: Reader['read'] = async (name, ...order) => {
    if (emptied.length === 0)
      emptied.push(emptyTrash({ ...exchange, library: { ...library, contents: { hold } } }))
    await asked.promise
    await setImmediate()
    if (isDeleting) await Promise.all(emptied)
    return library.reader.read(name, ...order)
  }
  const reader = { ...library.reader, read }
  const inUse = { ...library, reader }
  const exporter = createExporter({ ...exchange, library: inUse, version: '1.2.3', shell: undefined })
  const job = await exchange.ended(exporter.start({ ids, form }))
  await Promise.all(emptied)
  expect([job.state, job.message.text]).toEqual(['done', expect.stringContaining('2 files exported')])
  expect(exchange.assets().map(({ id }) => id)).toEqual(ids.slice(1))
})
