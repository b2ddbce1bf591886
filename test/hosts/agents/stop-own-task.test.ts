import { expect, test } from 'vitest'
import { succeed } from '#contract/errors.ts'
import { TASK_STATES } from '#contract/rules/task-states.ts'
import type { TaskDetail } from '#contract/tasks.ts'
import type { ToolContext } from '#hosts/agents/tool.ts'
import { stopOwn } from '#hosts/agents/tools/task.ts'
import { createFakeApp } from '#test/hosts/fake-app.ts'

test('an agent gives up neither what was made nor what the user has to decide', async () => {
  const stopped: string[] = []
  for (const state of TASK_STATES) {
    const app = createFakeApp()
    const agents = { ...app.agents, task: () => succeed({ state } as TaskDetail) }
    const call = app.call as unknown as ToolContext['call']
    await stopOwn({ app: { ...app, agents }, call, agent: { agentId: 'a', name: 'A' } }, 'task')
    if (app.calls.length > 0) stopped.push(state)
  }
  // One that is being sent is refused there, with its own words.
  expect(stopped).toEqual(['queued', 'sending', 'running'])
})
