/**
 * GET /api/v1/task/{id}: what has become of a task.
 *
 * Owns the shape of the answer and the meaning of `refresh`.
 */
import type { Context } from 'hono'
import { Problem, invalidField } from '../problem.ts'
import type { StoredTask } from '../store/task-store.ts'
import { succeed } from './answers.ts'
import { authenticate } from './authentication.ts'
import type { HttpParts } from './http-parts.ts'

/** The handler. */
export function taskRoute(parts: HttpParts): (context: Context<object, '/:id'>) => Response {
  const { tasks, files, runner, apiKeys } = parts

  return (context) => {
    const owner = authenticate(context, apiKeys)
    const refresh = readRefresh(context)
    const id = context.req.param('id')
    const stored = tasks.get(id)
    if (stored === null) throw new Problem(404, 'There is no task with this id.')
    if (stored.owner !== owner) throw new Problem(403, 'This task belongs to another user.')

    if (refresh === '1') refreshLive(stored)
    if (refresh === 'assets' && stored.status === 'SUCCESS') files.persist(id)
    const task = tasks.get(id) ?? stored
    const progress = refresh === '1' ? runner.progress(id) : null
    return succeed(context, {
      id: task.id,
      status: task.status,
      mediaType: task.mediaType,
      model: task.model,
      provider: task.provider,
      taskResult: task.status === 'SUCCESS' ? taskResult(task) : null,
      ...(task.errorMessage === null ? {} : { errorMessage: task.errorMessage }),
      ...(progress === null ? {} : { progress }),
    })
  }

  /** The maker still has what it made: addresses that ran out are renewed, and what could not be saved is tried again. */
  function refreshLive(task: StoredTask): void {
    if (task.status === 'SUCCESS') files.renew(task.id)
    if (task.status === 'ERROR') {
      tasks.setStatus(task.id, 'PENDING')
      runner.start(task)
    }
  }

  function taskResult(task: StoredTask): Readonly<Record<string, unknown>> {
    const lists: Record<string, unknown[]> = {}
    for (const file of files.ofTask(task.id)) {
      const list = (lists[file.list] ??= [])
      list.push({ url: parts.baseUrl() + file.urlPath, ...file.facts })
    }
    return { ...lists, ...task.remarks }
  }
}

function readRefresh(context: Context): '1' | 'assets' | null {
  const refresh = context.req.query('refresh')
  if (refresh === undefined) return null
  if (refresh !== '1' && refresh !== 'assets') {
    throw invalidField('refresh', `"${refresh}" is not possible; it is 1 or assets, or left out.`)
  }
  return refresh
}
