/** An export of what is being deleted for good. */
import { expect } from 'vitest'
import { createExporter } from '#core/library/exchange/export-library.ts'
import type { Reader } from '#core/reading/reader.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { deleteMeanwhile } from '../fixtures.ts'
import { openExchange } from './fixtures.ts'

slow.each(['files', 'zip'] as const)('%s: a file under way leaves whole, and then it goes', async (form) => {
  const exchange = await openExchange()
  const { library } = exchange
  const ids = [(await exchange.add(1)).id, (await exchange.add(2)).id]
  await library.trash(ids.slice(0, 1))
  const deletion = deleteMeanwhile(exchange)
  const read: Reader['read'] = async (...order) => {
    await deletion.begin()
    return library.reader.read(...order)
  }
  const reader = { ...library.reader, read }
  const inUse = { ...library, reader }
  const exporter = createExporter({ ...exchange, library: inUse, version: '1.2.3', shell: undefined })
  const job = await exchange.ended(exporter.start({ ids, form }))
  await deletion.ended()
  expect([job.state, job.message.text]).toEqual(['done', expect.stringContaining('2 files exported')])
  expect(exchange.assets().map(({ id }) => id)).toEqual(ids.slice(1))
})
