/** Workflows that are dropped: found in a file, and made a model of the active service, where that takes workflows. */
import { isMediaType, type MediaType } from '#contract/rules/media.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import { activeProfile, type ProfilesStore } from '../../../bridge/stores/profiles.ts'
import { serviceOf, type ServicesStore } from '../../../bridge/stores/services.ts'
import type { DropProblem } from '../inputs/input-actions.ts'
import type { ChosenModel, ModelsStore } from '../model/models-store.ts'
import type { FileContent } from './read-workflow.ts'

export interface WorkflowNeeds {
  readonly bridge: Bridge
  readonly profiles: ProfilesStore
  readonly services: ServicesStore
  readonly models: ModelsStore
}

export type DroppedWorkflow = FileContent & { readonly name: string }

export type AddedWorkflow =
  | { readonly problem: DropProblem }
  | {
      readonly model: ChosenModel
      /** Absent where the workflow does not tell. */
      readonly mediaType?: MediaType | undefined
    }

export type Workflows = ReturnType<typeof createWorkflows>

export function createWorkflows({ bridge, profiles, services, models }: WorkflowNeeds) {
  const findTaker = () => services.getState().items.find(({ capabilities }) => capabilities.takesWorkflows)
  function isTaken(): boolean {
    const active = serviceOf(services.getState(), activeProfile(profiles.getState()))
    return active?.capabilities.takesWorkflows === true
  }
  return {
    /** Null where the file holds none, or no service takes it. An image is looked into only where the active service takes workflows. */
    async read(file: File): Promise<DroppedWorkflow | null> {
      const mayHold = /\.json$/i.test(file.name)
        ? findTaker() !== undefined
        : /\.png$/i.test(file.name) && isTaken()
      if (!mayHold) return null
      const { readWorkflow } = await import('./read-workflow.ts')
      const content = await readWorkflow(file)
      return content && { ...content, name: file.name.replace(/\.[^.]*$/, '') }
    },
    async add(dropped: DroppedWorkflow): Promise<AddedWorkflow> {
      if (!isTaken()) return { problem: { kind: 'workflowElsewhere', service: findTaker()?.label ?? '' } }
      if (dropped.kind === 'layout') return { problem: { kind: 'workflowLayout' } }
      const { name, workflow } = dropped
      const added = await bridge.call('models.addWorkflow', { name, workflow })
      if (!added.ok) return { problem: { kind: 'recipe', message: added.error.message } }
      const { provider, id, mediaTypes } = added.data
      models.getState().take(added.data)
      return { model: { provider, id, isTyped: false }, mediaType: mediaTypes.find(isMediaType) }
    },
  }
}
