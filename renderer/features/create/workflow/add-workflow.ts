/** Makes a dropped workflow a model of the active service, where that takes workflows. */
import { isMediaType, type MediaType } from '#contract/rules/media.ts'
import type { JsonObject } from '#contract/json.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import { activeProfile, type ProfilesStore } from '../../../bridge/stores/profiles.ts'
import { serviceOf, type ServicesStore } from '../../../bridge/stores/services.ts'
import type { DropProblem } from '../inputs/input-actions.ts'
import type { ChosenModel, ModelsStore } from '../model/models-store.ts'

export interface WorkflowNeeds {
  readonly bridge: Bridge
  readonly profiles: ProfilesStore
  readonly services: ServicesStore
  readonly models: ModelsStore
}

/** `layout`: the form that an editor saves, which a service cannot run. */
export type FileContent =
  { readonly kind: 'workflow'; readonly workflow: JsonObject } | { readonly kind: 'layout' }

export type DroppedWorkflow = FileContent & { readonly name: string }

export type AddedWorkflow =
  | { readonly problem: DropProblem }
  | {
      readonly model: ChosenModel
      /** Absent where the workflow does not tell. */
      readonly mediaType?: MediaType | undefined
    }

/** Whether the active service takes workflows. */
export function isTaken({ profiles, services }: WorkflowNeeds): boolean {
  const active = serviceOf(services.getState(), activeProfile(profiles.getState()))
  return active?.capabilities.takesWorkflows === true
}

export async function addWorkflow(needs: WorkflowNeeds, dropped: DroppedWorkflow): Promise<AddedWorkflow> {
  if (!isTaken(needs)) {
    const { items } = needs.services.getState()
    const taker = items.find(({ capabilities }) => capabilities.takesWorkflows)
    return { problem: { kind: 'workflowElsewhere', service: taker?.label ?? '' } }
  }
  if (dropped.kind === 'layout') return { problem: { kind: 'workflowLayout' } }
  const { name, workflow } = dropped
  const added = await needs.bridge.call('models.addWorkflow', { name, workflow })
  if (!added.ok) return { problem: { kind: 'recipe', message: added.error.message } }
  const { provider, id, mediaTypes } = added.data
  needs.models.getState().take(added.data)
  return { model: { provider, id, isTyped: false }, mediaType: mediaTypes.find(isMediaType) }
}
