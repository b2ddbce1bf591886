import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import type { RenderedFailure } from '#contract/errors.ts'
import type { Task } from '#contract/tasks.ts'
import { taskProblemText } from '#renderer/features/create/feed/task-problem-text.ts'
import '#renderer/locales/create.ts'
import { speak, spoken } from '#renderer/locales/messages.ts'
import { createFormatter } from '#renderer/ui/text.ts'

await speak('en')
const { text } = createFormatter(createIntl({ locale: 'en', messages: spoken.getState().messages }))

const failure = (patch: Partial<RenderedFailure>): RenderedFailure => {
  return { code: 'service_rejected', message: 'Its own words (E42). You were charged.', ...patch }
}
const refused = { id: 'service.rejectedSaid', values: { said: 'No boats.', code: '1' } } as const

it.each<[Task['state'], RenderedFailure, string]>([
  ['rejected', failure({ ...refused, charged: 'no' }), 'Refused, not charged: “No boats.”'],
  ['failed', failure({ ...refused, charged: 'maybe' }), 'Failed, may have been charged: “No boats.”'],
  [
    'failed',
    failure({ id: 'tasks.failed', charged: 'maybe' }),
    'The service failed without giving a reason, and may have charged you.',
  ],
  [
    'rejected',
    failure({ id: 'service.rejected', values: { code: 'E42' } }),
    'The service refused it without giving a reason.',
  ],
  [
    'rejected',
    failure({ id: 'service.noCredit', values: { code: 'E42' } }),
    'Your account has no credit left.',
  ],
  ['rejected', failure({ code: 'unauthorized' }), "The service didn't accept your key."],
  // What has no code in it is said as it is.
  [
    'failed',
    failure({ id: 'service.gemini.noVideo', message: 'Gemini made no video.' }),
    'Gemini made no video.',
  ],
  ['unknown', failure({ charged: 'maybe' }), "We can't tell whether this request went through."],
  ['unsaved', failure({ charged: 'yes' }), "You paid for this, but a file couldn't be saved."],
])('says of a request that is %s what happened, in one sentence without codes', (state, error, words) => {
  expect(taskProblemText({ state, error }, false, text)).toBe(words)
})

it('says nothing of money where the service is free', () => {
  const words = (state: Task['state']) =>
    taskProblemText({ state, error: failure({ ...refused, charged: 'maybe' }) }, true, text)
  expect([words('failed'), words('unsaved')]).toEqual(['Failed: “No boats.”', "A file couldn't be saved."])
})
