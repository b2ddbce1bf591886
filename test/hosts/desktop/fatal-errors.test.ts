import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchFatalErrors } from '#hosts/desktop/fatal-errors.ts'

test('notes an error that met nobody and ends; a lost promise is noted alone', () => {
  const source = new EventEmitter()
  const notes: unknown[] = []
  const sentences: string[] = []
  const stop = watchFatalErrors(
    {
      keep: (_, error) => void notes.push(error),
      giveUp: (sentence) => void sentences.push(sentence),
    },
    source,
  )
  source.emit('unhandledRejection', 'lost')
  expect([notes, sentences]).toEqual([['lost'], []])
  source.emit('uncaughtException', 'thrown')
  expect([notes, sentences]).toEqual([['lost', 'thrown'], [expect.stringContaining('start it again')]])
  stop()
  expect(source.eventNames()).toEqual([])
})
