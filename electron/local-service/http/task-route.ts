/**
 * GET /api/v1/task/{id}: what has become of a task.
 *
 * Owns the meaning of `refresh` and the response around the task result. Without it the response is the stored state, which
 * moves in a few steps; `1` stores the live state first; `assets` gives finished files lasting addresses.
 */
import type { Context } from 'hono'
import { Problem, invalidField } from '../problem.ts'
import { taskResult } from '../results/task-result.ts'
import type { StoredTask } from '../store/task-store.ts'
import { succeed } from './responses.ts'
import { authenticate } from './authentication.ts'
import type { HttpParts } from './http-parts.ts'

export function taskRoute(parts: HttpParts): (context: Context<object, '/:id'>) => Promise<Response> {
  const { tasks, files, runner, apiKeys } = parts

  return async (context) => {
    const owner = authenticate(context, apiKeys)
    const refresh = readRefresh(context)
    const id = context.req.param('id')
    const stored = tasks.get(id)
    if (stored === null) throw new Problem(404, 'There is no task with this id.')
    if (stored.owner !== owner) throw new Problem(403, 'This task belongs to another user.')

    if (refresh === '1') refreshLive(stored)
    if (refresh === 'assets' && stored.status === 'SUCCESS') files.persist(id)
    return succeed(context, await describe(refresh === null ? stored : (tasks.get(id) ?? stored), refresh))
  }

  async function describe(task: StoredTask, refresh: Refresh): Promise<object> {
    const { id, status, mediaType, model, provider, createdAt, startedAt, finishedAt } = task
    const isFinished = status === 'SUCCESS'
    const isLive = refresh === '1' && runner.progress(id) !== null
    return {
      id,
      status,
      mediaType,
      model,
      provider,
      taskResult: isFinished ? await taskResult(task, files.ofTask(id), parts.baseUrl()) : null,
      // What failed costs nothing.
      ...(status === 'FAILED' ? { credits: 0 } : {}),
      progress: task.progress,
      createdAt,
      startedAt,
      finishedAt,
      ...(isLive ? { queue: parts.load() } : {}),
      ...(task.errorMessage === null ? {} : { errorMessage: task.errorMessage }),
    }
  }

  /**
   * Stores what the maker knows: how far it is, fresh addresses for those that ran out (it still has what it made), and another
   * try for what could not be saved.
   */
  function refreshLive(task: StoredTask): void {
    const live = runner.progress(task.id)
    if (live !== null && live > task.progress) tasks.setProgress(task.id, live)
    if (task.status === 'SUCCESS') files.renew(task.id)
    if (task.status === 'ERROR') runner.retry(task)
  }
}

type Refresh = '1' | 'assets' | null

function readRefresh(context: Context): Refresh {
  const refresh = context.req.query('refresh')
  if (refresh === undefined) return null
  if (refresh !== '1' && refresh !== 'assets') {
    throw invalidField(
      'refresh',
      `"${refresh.slice(0, 60)}" is not possible; it is 1 or assets, or left out.`,
    )
  }
  return refresh
}
