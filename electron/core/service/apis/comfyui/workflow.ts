/** A workflow in ComfyUI's API format (`{"3": {"class_type": "KSampler", "inputs": {…}}}`), checked and bounded. */
import { z } from 'zod'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { PlainMessageId } from '#contract/messages/message.ts'

const MAX_NODES = 1_000
const MAX_INPUTS = 200
const MAX_CLASSES = 150

export interface WorkflowNode {
  readonly class_type: string
  /** A link to another node's output is `[node id, output]`. */
  readonly inputs: Readonly<Record<string, Json>>
  readonly _meta?: { readonly title?: string | undefined } | undefined
}

export type Workflow = Readonly<Record<string, WorkflowNode>>

const nodeSchema = z.object({
  class_type: z.string().min(1).max(300),
  inputs: z
    // Parsed and bounded before it came here.
    .record(z.string().max(200), z.custom<Json>())
    .refine((inputs) => Object.keys(inputs).length <= MAX_INPUTS),
  _meta: z
    .object({ title: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
const workflowSchema = z.record(z.string().max(100), nodeSchema)

export function parseWorkflow(json: Json): Result<Workflow> {
  const refuse = (why: PlainMessageId) => fail('invalid_input', why, { field: 'workflow' })
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return refuse('service.comfyui.noWorkflow')
  }
  if ('nodes' in json && Array.isArray(json['nodes'])) {
    return refuse('service.comfyui.drawnWorkflow')
  }
  // As a client sends it to ComfyUI.
  const inner = 'prompt' in json && !('class_type' in json) ? json['prompt'] : json
  const parsed = workflowSchema.safeParse(inner)
  if (!parsed.success || Object.keys(parsed.data).length === 0) {
    return refuse('service.comfyui.noWorkflow')
  }
  const { data } = parsed
  if (Object.keys(data).length > MAX_NODES || classesOf(data).length > MAX_CLASSES) {
    return refuse('service.comfyui.tooManyNodes')
  }
  return succeed(data)
}

/** The node classes that it uses, each once. */
export function classesOf(workflow: Workflow): readonly string[] {
  return [...new Set(Object.values(workflow).map(({ class_type }) => class_type))]
}

/** Whether the node is there and names the input itself. */
export function hasInput(workflow: Workflow, node: string, input: string): boolean {
  return Object.hasOwn(workflow, node) && Object.hasOwn(workflow[node]?.inputs ?? {}, input)
}

/** The name that its author gave a node. */
export function titleOf({ _meta: meta }: WorkflowNode): string | undefined {
  return meta?.title?.slice(0, 100)
}

/** A copy in which some inputs have other values. */
export function withInputs(
  workflow: Workflow,
  changes: readonly { readonly node: string; readonly input: string; readonly value: Json }[],
): Workflow {
  const changed: Record<string, WorkflowNode> = { ...workflow }
  for (const { node, input, value } of changes) {
    const before = changed[node]
    if (before) changed[node] = { ...before, inputs: { ...before.inputs, [input]: value } }
  }
  return changed
}
