/** What may follow which state, and what may be done in it: the same rule for host and page. */
import { expect, test } from 'vitest'
import {
  actionsIn,
  isOpen,
  mayDo,
  mayFollow,
  OPEN_STATES,
  retryOf,
  SETTLED_STATES,
  TASK_STATES,
} from '#contract/rules/task-states.ts'

test('allows exactly the transitions of the life cycle', () => {
  const next = Object.fromEntries(
    TASK_STATES.map((from) => [from, TASK_STATES.filter((to) => to !== from && mayFollow(from, to))]),
  )
  expect(next).toEqual({
    queued: ['sending', 'rejected', 'stopped'],
    sending: ['queued', 'running', 'saving', 'rejected', 'unknown'],
    running: ['saving', 'failed', 'gone', 'stopped'],
    saving: ['saved', 'unsaved', 'failed', 'stopped'],
    saved: [],
    unsaved: ['saving', 'stopped'],
    failed: [],
    gone: ['running', 'stopped'],
    rejected: [],
    unknown: ['queued', 'running', 'stopped'],
    stopped: ['running'],
  })
})

test('lets a task be sent from the queue alone, and be queued again by a refusal or the user alone', () => {
  expect(TASK_STATES.filter((state) => state !== 'sending' && mayFollow(state, 'sending'))).toEqual([
    'queued',
  ])
  expect(TASK_STATES.filter((state) => state !== 'queued' && mayFollow(state, 'queued'))).toEqual([
    'sending',
    'unknown',
  ])
})

test('says what may be done in each state, with and without a remote id', () => {
  const actions = (remoteId?: string) =>
    Object.fromEntries(TASK_STATES.map((state) => [state, actionsIn({ state, remoteId })]))
  const submitted = {
    queued: ['stop', 'move'],
    sending: [],
    running: ['stop'],
    saving: ['stop'],
    saved: ['remove'],
    unsaved: ['retry', 'stop', 'remove'],
    failed: ['retry', 'remove'],
    gone: ['retry', 'stop', 'remove'],
    rejected: ['retry', 'remove'],
    unknown: ['decide', 'stop', 'remove'],
    stopped: ['retry', 'remove'],
  }
  expect(actions('remote-1')).toEqual(submitted)
  expect(actions()).toEqual({ ...submitted, gone: ['stop', 'remove'], stopped: ['remove'] })
})

test('removes no task that is open, and any that rests', () => {
  expect(TASK_STATES.filter((state) => mayDo('remove', { state }))).toEqual(
    TASK_STATES.filter((state) => !isOpen(state)),
  )
  expect(OPEN_STATES).toEqual(['queued', 'sending', 'running', 'saving'])
})

test('submits again only what was refused or failed', () => {
  const remoteId = 'remote-1'
  expect(TASK_STATES.filter((state) => retryOf({ state, remoteId }) === 'submit')).toEqual([
    'failed',
    'rejected',
  ])
  expect(SETTLED_STATES.some((state) => mayDo('decide', { state }))).toBe(false)
})
