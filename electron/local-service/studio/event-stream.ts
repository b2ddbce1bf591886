/**
 * The studio page's stream: what there is at first, then what happens, as server-sent events.
 *
 * Tasks that change many times within a moment are told once, so that a busy service does not drown the page.
 */
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { HttpParts } from '../http/http-parts.ts'
import { taskLine, type TaskLine } from './task-line.ts'

/** Tasks listed at first. */
const MAX_TASKS = 200
const TOLD_EVERY_MS = 200

/** Streams until the client leaves or the service ends. */
export function streamEvents(context: Context, parts: HttpParts): Response {
  const { activity, tasks, runner } = parts
  context.header('X-Accel-Buffering', 'no')
  return streamSSE(context, async (stream) => {
    const changed = new Set<string>()
    const queued: { readonly event: string; readonly data: string }[] = []
    const stopFollowing = activity.follow((happening) => {
      if (happening.type === 'task') changed.add(happening.taskId)
      else queued.push({ event: 'request', data: JSON.stringify(happening.request) })
    })
    stream.onAbort(stopFollowing)
    const line = (id: string): TaskLine | null => {
      const task = tasks.get(id)
      return task === null ? null : taskLine(task, runner.progress(id))
    }
    const first = {
      requests: activity.recentRequests(),
      tasks: tasks.newest(MAX_TASKS).map((task) => taskLine(task, runner.progress(task.id))),
      load: parts.load(),
    }
    await stream.writeSSE({ event: 'snapshot', data: JSON.stringify(first) })
    for (;;) {
      await stream.sleep(TOLD_EVERY_MS)
      if (stream.aborted || parts.ending.aborted) break
      for (const message of queued.splice(0)) await stream.writeSSE(message)
      const lines = Array.from(changed, line).filter((entry) => entry !== null)
      changed.clear()
      if (lines.length > 0) {
        const data = JSON.stringify({ tasks: lines, load: parts.load() })
        await stream.writeSSE({ event: 'tasks', data })
      }
    }
    stopFollowing()
  })
}
