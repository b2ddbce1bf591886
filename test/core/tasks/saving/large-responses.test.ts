/**
 * Answers that are too large to be searched in passing are searched in the process that can be stopped.
 *
 * @slow A response of 31 MB in place of one of 8 MB.
 */
import { expect } from 'vitest'
import type { SpawnReader } from '#core/ports/reader-process.ts'
import { forkReader } from '#core/open-reader.ts'
import type { ReaderCall } from '#core/reading/readings.ts'
import { MAX_CHARACTERS_HERE } from '#core/results/find/read-findings.ts'
import { respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { noiseImage } from '#test/stand-ins/hostile-content.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { openTestAppAt } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

/** As base64 twenty of them are 31 MB; a response may have 32. */
const IMAGE_BYTES = 1_165_000

/** A real process that gets `seen` readings of answers and none of those that `hangs`: it never answers them. */
function spawnReader(seen: ReaderCall[], hangs: () => boolean): SpawnReader {
  return (entry) => {
    const process = forkReader(entry)
    return {
      ...process,
      send: (message) => {
        const call = message as ReaderCall
        const isResponse = call.kind === 'read' && call.name === 'results'
        if (isResponse) seen.push(call)
        if (!isResponse || !hangs()) process.send(message)
      },
    }
  }
}

async function responseOf(characters: number): Promise<FaultyResponse> {
  const image = (await makeImage(1)).toString('base64')
  const taskResult = { images: [{ b64_json: image }], log: 'x'.repeat(characters) }
  return respond(200, JSON.stringify({ code: 0, message: 'ok', data: { status: 'SUCCESS', taskResult } }))
}

slow.each([
  ['a small one here', 100, 0],
  ['a large one there', MAX_CHARACTERS_HERE, 1],
])('%s', async (_, characters, readings) => {
  const [service, seen] = [await openFaultyService(), [] as ReaderCall[]]
  service.always('task', await responseOf(characters))
  const app = await openTestAppAt(service.baseUrl, { spawnReader: spawnReader(seen, () => false) })
  const { assetIds } = await app.submitAndSave()
  expect(assetIds).toHaveLength(1)
  expect(seen).toHaveLength(readings)
})

slow(
  'as large as a response may be, with results inside: every one is found within the memory of the process, and saved',
  async () => {
    const [service, seen] = [await openFaultyService(), [] as ReaderCall[]]
    const images = Array.from({ length: scaled(5, 20) }, (_, seed) =>
      noiseImage(seed, IMAGE_BYTES).toString('base64'),
    )
    const taskResult = { images: images.map((b64_json) => ({ b64_json })) }
    const body = JSON.stringify({ code: 0, message: 'ok', data: { status: 'SUCCESS', taskResult } })
    expect(body.length).toBeGreaterThan(scaled(7_700_000, 31_000_000))
    service.always('task', respond(200, body))
    const app = await openTestAppAt(service.baseUrl, { spawnReader: spawnReader(seen, () => false) })
    await app.submitOne()
    // To ask for a task is to read its answer, and that again and again would keep the host from all else.
    await app.until(() =>
      app.events.some(({ name, data }) => name === 'task.changed' && data.task.state === 'saved'),
    )
    expect(await app.ask('library.query', {})).toMatchObject({ total: images.length })
    expect(seen).not.toEqual([])
    expect(app.logLines.filter((line) => line.includes('could not be read'))).toEqual([])
  },
)

slow(
  'one that stops whoever reads it is kept, and read again when the user says so, and only then',
  async () => {
    const [service, seen] = [await openFaultyService(), [] as ReaderCall[]]
    let hangs = true
    service.always('task', await responseOf(MAX_CHARACTERS_HERE))
    const options = { spawnReader: spawnReader(seen, () => hangs), readerPatience: 0.02 }
    const app = await openTestAppAt(service.baseUrl, options)
    const { id } = await app.submitOne()
    await app.untilTask(id, 'unsaved')
    const { error, lastResponse } = await app.task(id)
    expect(error).toMatchObject({ code: 'unreadable_answer', charged: 'yes' })
    expect(error?.message).toContain('took too long')
    expect(JSON.stringify(lastResponse)).toContain('b64_json')
    const tries = seen.length

    const again = await app.reopen({ readerPatience: 1 })
    expect(await again.task(id)).toMatchObject({ state: 'unsaved' })
    expect(seen).toHaveLength(tries)
    hangs = false
    await again.ask('tasks.retry', { id })
    await again.untilTask(id, 'saved')
    expect(service.generates()).toHaveLength(1)
  },
)
