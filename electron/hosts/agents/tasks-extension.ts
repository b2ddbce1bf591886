/**
 * Long work as a task of the protocol: the extension `io.modelcontextprotocol/tasks` (SEP-2663) of revision 2026-07-28.
 *
 * A generation is one task, from the press on. It goes by the id of its quote, so that it is found after any restart. Nothing here
 * sends: a quote that `generate` was not asked to send is no task.
 */
import {
  type CallToolResult,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Generated } from '#contract/agents.ts'
import type { Failure } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { id } from '#contract/route.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { toolResult, toolError, type ToolContext } from './tool.ts'
import { describeTask, stopOwn, taskLines } from './tools/task.ts'

const EXTENSION = 'io.modelcontextprotocol/tasks'
const POLL_EVERY_MS = 2_000

const params = z.object({ taskId: id })

/** Answers `tasks/get`, `tasks/update` and `tasks/cancel`. */
export function addTasks({ server }: McpServer, context: ToolContext): void {
  server.registerCapabilities({ extensions: { [EXTENSION]: {} } })
  const find = (taskId: string): Generated | Failure => {
    if (!takesTasks(server)) {
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [EXTENSION]: {} } },
      })
    }
    const found = context.app.agents.outcome(context.agent.agentId, taskId)
    if (found.ok) return found.data
    if (found.error.code !== 'not_found') return found.error
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, context.say(message('tasks.noTask')))
  }
  server.setRequestHandler('tasks/get', { params }, async ({ taskId }) => ({
    ...(await detailedTask(context, taskId, find(taskId))),
    resultType: 'complete',
  }))
  server.setRequestHandler('tasks/update', { params }, ({ taskId }) => {
    // Nothing is asked in a task: what the user decides, they decide in Atelier.
    find(taskId)
    return { resultType: 'complete' }
  })
  server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }) => {
    const found = find(taskId)
    if (!('state' in found)) return { resultType: 'complete' }
    if (found.state === 'waiting') context.app.agents.withdraw(context.agent.agentId, taskId)
    else for (const task of found.tasks) await stopOwn(context, task.id)
    return { resultType: 'complete' }
  })
}

export function takesTasks(server: McpServer['server']): boolean {
  return server.getClientCapabilities()?.extensions?.[EXTENSION] !== undefined
}

/** What `generate` answers in place of its result: the handle of a task. */
export function createdTask(quoteId: string, now: Generated, result: CallToolResult): CallToolResult {
  return { ...result, ...commonFacts(quoteId, now), status: 'working', resultType: 'task' }
}

async function detailedTask(context: ToolContext, taskId: string, now: Generated | Failure) {
  const { say } = context
  if (!('state' in now)) {
    const at = new Date().toISOString()
    const facts = { taskId, createdAt: at, lastUpdatedAt: at, ttlMs: null }
    return { ...facts, status: 'completed', result: toolError(context, now) }
  }
  const facts = commonFacts(taskId, now)
  if (now.state === 'waiting') {
    return { ...facts, status: 'working', statusMessage: say(message('agents.waiting')) }
  }
  const left = now.tasks.filter(({ state }) => isOpen(state)).length
  if (left > 0)
    return {
      ...facts,
      status: 'working',
      statusMessage: say(message('agents.underWay', { left, count: now.tasks.length })),
    }
  const described = await Promise.all(now.tasks.map((task) => describeTask(context, task)))
  const tasks = described.map(({ taskId: own, state, assets }) => ({ taskId: own, state, assets }))
  const text = described.map((task) => taskLines(task, say)).join('\n') || say(message('agents.tasksRemoved'))
  const result = toolResult(text, { state: 'sent', quoteId: taskId, tasks })
  return { ...facts, status: 'completed', result }
}

/** Without tasks the user has removed them: nothing tells any more when they began. */
function firstOf(tasks: readonly Task[]): number {
  return tasks.length === 0 ? Date.now() : Math.min(...tasks.map((task) => task.createdAt))
}

function commonFacts(taskId: string, now: Generated) {
  const times = now.state === 'sent' ? now.tasks : []
  const createdAt = now.state === 'sent' ? firstOf(times) : now.quote.createdAt
  const lastUpdatedAt = Math.max(createdAt, ...times.map((task) => task.updatedAt))
  return {
    taskId,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(lastUpdatedAt).toISOString(),
    // Kept as long as the library keeps its tasks.
    ttlMs: null,
    pollIntervalMs: POLL_EVERY_MS,
  }
}
