/** Workflows that are dropped: read and added by code that most people never load. */
import type { AddedWorkflow, DroppedWorkflow, WorkflowNeeds } from './add-workflow.ts'

export interface Workflows {
  /** Null where the file holds none, or no service takes it. An image is looked into only where the active service takes workflows. */
  read(file: File): Promise<DroppedWorkflow | null>
  add(dropped: DroppedWorkflow): Promise<AddedWorkflow>
}

export function createWorkflows(needs: WorkflowNeeds): Workflows {
  return {
    async read(file) {
      const isKnown = needs.services.getState().items.some(({ capabilities }) => capabilities.takesWorkflows)
      if (!isKnown || !/\.(json|png)$/i.test(file.name)) return null
      return await (await import('./read-workflow.ts')).readDropped(needs, file)
    },
    add: async (dropped) => await (await import('./add-workflow.ts')).addWorkflow(needs, dropped),
  }
}
