/** What the service says, parsed: tolerant where the meaning is the same, strict where money hangs on it. */
import { expect, test } from 'vitest'
import {
  parseAccepted,
  parseServiceError,
  parseTask,
} from '#core/service/apis/generation-service/parse-response.ts'
import { retryAfterMs } from '#core/network/retry-after.ts'

test.each<[unknown, string | null]>([
  [{ code: 0, message: 'ok', data: { taskId: 't1' } }, 't1'],
  [{ data: { taskId: 't1' } }, 't1'],
  [{ code: 0, data: { taskId: 42 } }, '42'],
  [{ code: 0, data: { taskId: ' t1 ' } }, 't1'],
  [{ code: 0, data: { taskId: '' } }, null],
  [{ code: 0, data: { taskId: null } }, null],
  [{ code: 0, data: {} }, null],
  [{ code: 0, taskId: 't1' }, null],
  [{ code: 5, data: { taskId: 't1' } }, null],
  [{ code: 0, data: { taskId: 'x'.repeat(501) } }, null],
  ['t1', null],
  [null, null],
  [undefined, null],
])('reads the task id in %j as %j', (json, id) => {
  expect(parseAccepted(json)).toBe(id)
})

test.each<[unknown, unknown]>([
  [
    { code: 1, message: 'no' },
    { code: 1, message: 'no' },
  ],
  [
    { code: -1, message: '', data: null },
    { code: -1, message: '' },
  ],
  [{ code: 0, message: 'ok' }, null],
  [{ code: '1', message: 'no' }, null],
  [{ code: 1.5, message: 'no' }, null],
  [{ code: 1 }, null],
  [{ message: 'no' }, null],
  [[], null],
  [null, null],
])('reads the error in %j as %j', (json, error) => {
  expect(parseServiceError(json)).toEqual(error)
})

test('cuts a message of the service that has no end', () => {
  expect(parseServiceError({ code: 1, message: 'x'.repeat(100_000) })?.message).toHaveLength(2_000)
})

test('reads a task', () => {
  const data = {
    id: 't',
    status: 'SUCCESS',
    mediaType: 'image',
    model: 'm',
    provider: 'p',
    taskResult: { a: [1] },
  }
  expect(parseTask({ code: 0, message: 'ok', data })).toEqual({
    status: 'SUCCESS',
    statusText: 'SUCCESS',
    mediaType: 'image',
    model: 'm',
    provider: 'p',
    taskResult: { a: [1] },
  })
})

test.each<[unknown, unknown]>([
  [{ data: { status: 'PENDING' } }, { status: 'PENDING', taskResult: null }],
  [{ data: { status: ' processing ' } }, { status: 'PROCESSING' }],
  [{ data: { status: 'WAITING', taskResult: null } }, { status: null, statusText: 'WAITING' }],
  [{ data: { status: 'FAILED', errorMessage: 'too dark' } }, { status: 'FAILED', message: 'too dark' }],
  [{ data: { status: 'FAILED', taskResult: { error: { message: 'too dark' } } } }, { message: 'too dark' }],
])('reads the task in %j', (json, task) => {
  expect(parseTask(json)).toMatchObject(task as object)
})

test.each([
  [{}],
  [{ data: null }],
  [{ data: { status: 7 } }],
  [{ code: 9, data: { status: 'SUCCESS' } }],
  ['x'],
  [null],
])('reads no task in %j', (json) => {
  expect(parseTask(json)).toBeNull()
})

const NOW = Date.UTC(2025, 6, 1, 12)
const DAY_AND_AN_HOUR_MS = 25 * 60 * 60_000

test.each<[string | null, string | null, number | null]>([
  [null, null, null],
  ['5', null, 5_000],
  [' 5 ', null, 5_000],
  ['0', null, 0],
  ['1.5', null, 1_500],
  ['90000', null, DAY_AND_AN_HOUR_MS],
  ['90001', null, null],
  ['99999999999', null, null],
  ['-5', null, null],
  ['soon', null, null],
  ['', null, null],
  ['Tue, 01 Jul 2025 12:02:00 GMT', null, 120_000],
  ['Tue, 01 Jul 2025 11:00:00 GMT', null, 0],
  ['Tue, 01 Jul 2025 13:02:00 GMT', 'Tue, 01 Jul 2025 13:00:00 GMT', 120_000],
  ['Fri, 01 Jan 2100 00:00:00 GMT', null, null],
])('reads Retry-After %j, beside Date %j, as %j ms', (value, date, waitMs) => {
  expect(retryAfterMs(value, date, NOW)).toBe(waitMs)
})
