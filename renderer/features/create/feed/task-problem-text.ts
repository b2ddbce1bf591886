/** What came of a request instead of a result, in words. */
import type { Task } from '#contract/tasks.ts'
import type { Formatter } from '../../../ui/text.ts'

/** The service did not accept the key that the request was sent with. */
export function needsKey({ error }: Pick<Task, 'error'>): boolean {
  return error?.code === 'unauthorized' || error?.code === 'forbidden'
}

/** Why a task has no result, in one sentence without codes; what the service said of it stands in it. */
export function taskProblemText(
  task: Pick<Task, 'state' | 'error'>,
  isFree: boolean,
  text: Formatter['text'],
): string {
  const { state, error } = task
  const values = { charged: (isFree ? undefined : error?.charged) ?? 'unsaid' }
  if (state === 'unknown' || state === 'unsaved' || state === 'gone')
    return text(`feed.problem.${state}`, { price: isFree ? 'free' : 'charged' })
  if (needsKey(task)) return text('feed.problem.key')
  if (error?.id?.startsWith('service.noCredit') === true) return text('feed.problem.noCredit')
  const { said, code, reason } = error?.values ?? {}
  const verdict = state === 'rejected' ? 'rejected' : 'failed'
  if (typeof said === 'string') return text(`feed.problem.${verdict}.said`, { ...values, said })
  const isPlain = code === undefined && reason === undefined && error?.id !== 'tasks.failed'
  return error !== undefined && isPlain ? error.message : text(`feed.problem.${verdict}`, values)
}
