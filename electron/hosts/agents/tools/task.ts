/** One task of the agent: how it stands, waited for, or stopped. */
import { z } from 'zod'
import { fail, type Failure, type RenderedFailure, type Result } from '#contract/errors.ts'
import { followedBy, message, written } from '#contract/messages/message.ts'
import { id } from '#contract/route.ts'
import { isOpen, type TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { messageIn, type Say } from '#core/messages/render.ts'
import { type AddTools, toolResult, toolError, shorten, type ToolContext } from '../tool.ts'
import { assetLine, assetSchema, describeAsset } from './asset-facts.ts'

const MAX_WAIT_SECONDS = 25
const STOPPABLE: ReadonlySet<TaskState> = new Set(['queued', 'sending', 'running'])

const taskSchema = z.object({
  taskId: z.string(),
  state: z.string(),
  isOver: z.boolean(),
  provider: z.string(),
  model: z.string(),
  prompt: z.string().optional(),
  message: z.string().optional(),
  secondsLeft: z.number().optional().describe('As learned from tasks like it.'),
  assets: z.array(assetSchema),
})

export const addTaskTool: AddTools = (server, context) => {
  server.registerTool(
    'task',
    {
      title: 'Follow a task',
      description:
        'Free. How a task of generate stands, and its files when it is saved. Waits up to waitSeconds (at most 25) for its end; call again if it is not over. ' +
        'stop ends one that is queued or running, which gives no money back. State unknown: the service may have taken it and the user decides; do not generate it again. ' +
        'Example: {"taskId":"…","waitSeconds":25}',
      annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: true },
      inputSchema: z.strictObject({
        taskId: id,
        waitSeconds: z.number().min(0).max(MAX_WAIT_SECONDS).default(0),
        stop: z.boolean().default(false),
      }),
      outputSchema: taskSchema,
    },
    async ({ taskId, waitSeconds, stop }, { mcpReq }) => {
      const owned = context.app.agents.task(context.agent.agentId, taskId)
      if (!owned.ok) return toolError(context, owned.error)
      if (stop) {
        const stopped = await stopOwn(context, taskId)
        if (!stopped.ok) return toolError(context, stopped.error)
      }
      await context.rest(() => ended(context, taskId, waitSeconds * 1_000, mcpReq.signal))
      const task = context.app.agents.task(context.agent.agentId, taskId)
      if (!task.ok) return toolError(context, task.error)
      const facts = await describeTask(context, task.data)
      return toolResult(taskLines(facts, context.say), facts)
    },
  )
}

/** What was made and paid for, and what the user has to decide, is not the agent's to give up. */
export async function stopOwn(
  { app, agent, call }: Pick<ToolContext, 'app' | 'agent' | 'call'>,
  taskId: string,
): Promise<Result<unknown, Failure | RenderedFailure>> {
  const task = app.agents.task(agent.agentId, taskId)
  if (!task.ok) return task
  const { state } = task.data
  return STOPPABLE.has(state)
    ? call('tasks.stop', { id: taskId })
    : fail('conflict', message('agents.stopRefused', { state }))
}

/** Resolves when the task is over, after `ms`, or when `signal` aborts. */
async function ended({ app, agent }: ToolContext, taskId: string, ms: number, signal: AbortSignal) {
  if (ms === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const unsubscribe = app.subscribe((event) => {
    if (event.name === 'task.changed' && event.data.task.id === taskId && !isOpen(event.data.task.state))
      resolve()
  })
  const timer = setTimeout(resolve, ms)
  const give = (): void => resolve()
  signal.addEventListener('abort', give, { once: true })
  const now = app.agents.task(agent.agentId, taskId)
  if (signal.aborted || !now.ok || !isOpen(now.data.state)) resolve()
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', give)
  unsubscribe()
}

type TaskFacts = z.infer<typeof taskSchema>

export async function describeTask({ app, call, say }: ToolContext, task: Task): Promise<TaskFacts> {
  const { request, error, eta } = task
  const found = task.assetIds.length === 0 ? null : await call('library.getMany', { ids: [...task.assetIds] })
  const assets = found?.ok === true ? found.data.items : []
  return {
    taskId: task.id,
    state: task.state,
    isOver: !isOpen(task.state),
    provider: request.provider,
    model: request.model,
    prompt: request.prompt && shorten(request.prompt),
    message: error && say(messageIn(error)),
    secondsLeft: eta && Math.max(0, Math.round((eta.p50At - Date.now()) / 1_000)),
    assets: await Promise.all(assets.map((asset) => describeAsset(app, asset))),
  }
}

export function taskLines({ state, isOver, message: why, assets }: TaskFacts, say: Say): string {
  const told = followedBy(
    message('tasks.isNow', { state }),
    ...(why === undefined ? [] : [written(why)]),
    ...(isOver ? [] : [message('agents.notOver')]),
  )
  return [say(told), ...assets.map((asset) => assetLine(asset, say))].join('\n')
}
