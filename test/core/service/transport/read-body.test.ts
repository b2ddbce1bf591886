import { expect, test } from 'vitest'
import { readBody } from '#core/service/transport/read-body.ts'

const MB = 1024 ** 2

/** A list of one object whose `deep` has so many texts of a megabyte. */
function* parts(megabytes: number) {
  yield Buffer.from('{"a":[1,{"deep":["')
  const text = Buffer.from(`${'x'.repeat(MB)}","`)
  for (let sent = 0; sent < megabytes; sent++) yield text
  yield Buffer.from('"],"b":2}]}')
}

const read = async (megabytes: number, deepest?: number) => {
  const left = parts(megabytes)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => {
      const { value } = left.next()
      if (value) controller.enqueue(value)
      else controller.close()
    },
  })
  const { readJson } = await readBody(new Response(body), new AbortController().signal, () => 0, deepest)
  return readJson()
}

test('reads no more than 32 MB, of which what is left out is no part', async () => {
  expect(await read(33)).toBeUndefined()
  expect(await read(33, 9)).toBeUndefined()
  expect(await read(33, 3)).toEqual({ a: [1, { deep: [], b: 2 }] })
})

test('passes over no more than 256 MB', async () => {
  expect(await read(257, 3)).toBeUndefined()
})
