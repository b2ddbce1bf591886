/** For tests of what else may be dropped. */
import type { Workflows } from '#renderer/features/create/workflow/workflows.ts'

export const NO_WORKFLOWS: Workflows = {
  read: async () => null,
  add: async () => ({ problem: { kind: 'workflowLayout' } }),
}
