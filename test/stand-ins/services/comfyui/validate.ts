/** Which prompts the fake ComfyUI takes: `validate_prompt` and `validate_inputs` of execution.py. Sources in comfyui.ts. */
import type { NodeClass } from './nodes.ts'

export interface PromptNode {
  readonly class_type: string
  readonly inputs: Record<string, unknown>
}

export type Prompt = Readonly<Record<string, PromptNode>>

export interface NodeError {
  readonly type: string
  readonly message: string
  readonly details: string
  readonly extra_info: object
}

interface NodeErrors {
  readonly errors: readonly NodeError[]
  readonly dependent_outputs: string[]
  readonly class_type: string
}

export interface Validation {
  readonly error: NodeError | null
  readonly outputs: readonly string[]
  readonly nodeErrors: Readonly<Record<string, NodeErrors>>
}

interface World {
  readonly classes: ReadonlyMap<string, NodeClass>
  /** Of the input folder. */
  readonly files: readonly string[]
}

/** Longer lists of choices are not sent back. */
const MAX_LIST = 20

export function validatePrompt(prompt: Prompt, world: World): Validation {
  const outputs: string[] = []
  for (const [id, node] of Object.entries(prompt)) {
    const known = world.classes.get(node.class_type)
    if (!known) {
      const message = `Cannot execute because node ${node.class_type} does not exist.`
      return refuse({ type: 'invalid_prompt', message, details: `Node ID '#${id}'`, extra_info: {} })
    }
    if (known.isOutput) outputs.push(id)
  }
  if (outputs.length === 0) {
    return refuse({
      type: 'prompt_no_outputs',
      message: 'Prompt has no outputs',
      details: '',
      extra_info: {},
    })
  }
  const validated = new Map<string, readonly NodeError[] | null>()
  const nodeErrors: Record<string, NodeErrors> = {}
  const good: string[] = []
  const lines: string[] = []
  for (const output of outputs) {
    if (validateNode(prompt, output, world, validated)) {
      good.push(output)
      continue
    }
    lines.push(...(validated.get(output) ?? []).map(({ message, details }) => `${message}: ${details}`))
    for (const [id, errors] of validated) {
      if (!errors || errors.length === 0) continue
      const classType = prompt[id]?.class_type ?? ''
      nodeErrors[id] ??= { errors, dependent_outputs: [], class_type: classType }
      nodeErrors[id].dependent_outputs.push(output)
    }
  }
  if (good.length > 0) return { error: null, outputs: good, nodeErrors }
  const message = 'Prompt outputs failed validation'
  const error = {
    type: 'prompt_outputs_failed_validation',
    message,
    details: lines.join('\n'),
    extra_info: {},
  }
  return { error, outputs: [], nodeErrors }
}

function refuse(error: NodeError): Validation {
  return { error, outputs: [], nodeErrors: {} }
}

/** `validated`: null for a good node, its own errors for a bad one; empty where only a node before it is bad. */
function validateNode(
  prompt: Prompt,
  id: string,
  world: World,
  validated: Map<string, readonly NodeError[] | null>,
): boolean {
  const before = validated.get(id)
  if (before !== undefined) return before === null
  const node = prompt[id]
  const known = world.classes.get(node?.class_type ?? '')
  if (!node || !known) return false
  const errors: NodeError[] = []
  let isGood = true
  for (const [name, definition] of Object.entries({ ...known.required, ...known.optional })) {
    const value = node.inputs[name]
    if (value === undefined) {
      if (Object.hasOwn(known.required, name)) {
        errors.push(inputError('required_input_missing', 'Required input is missing', name, name))
      }
    } else if (!Array.isArray(value)) {
      const error = valueError(name, value, definition, known, world)
      if (error) errors.push(error)
    } else if (value.length !== 2) {
      const message = 'Bad linked input, must be a length-2 list of [node_id, slot_index]'
      errors.push(inputError('bad_linked_input', message, name, name))
    } else {
      const [from, slot] = value as [string, number]
      const received = world.classes.get(prompt[from]?.class_type ?? '')?.output[slot]
      if (received !== definition[0]) {
        const details = `${name}, received_type(${received}) mismatch input_type(${String(definition[0])})`
        errors.push(
          inputError('return_type_mismatch', 'Return type mismatch between linked nodes', details, name),
        )
      } else if (!validateNode(prompt, from, world, validated)) isGood = false
    }
  }
  validated.set(id, isGood && errors.length === 0 ? null : errors)
  return isGood && errors.length === 0
}

function valueError(
  name: string,
  value: unknown,
  [type, extra = {}]: readonly [unknown, Readonly<Record<string, unknown>>?],
  known: NodeClass,
  world: World,
): NodeError | null {
  if (known.files?.includes(name)) {
    if (world.files.includes(String(value))) return null
    const details = `${name} - Invalid image file: ${String(value)}`
    return inputError('custom_validation_failed', 'Custom validation failed for node', details, name)
  }
  if (type === 'INT' || type === 'FLOAT') {
    const number = Number(value)
    if (Number.isNaN(number)) {
      const message = `Failed to convert an input value to a ${type} value`
      return inputError('invalid_input_type', message, `${name}, ${String(value)}, could not convert`, name)
    }
    const { min = -Infinity, max = Infinity } = extra as { min?: number; max?: number }
    if (number < min) {
      const message = `Value ${number} smaller than min of ${min}`
      return inputError('value_smaller_than_min', message, name, name)
    }
    if (number > max) {
      return inputError('value_bigger_than_max', `Value ${number} bigger than max of ${max}`, name, name)
    }
  }
  const choices = type === 'COMBO' ? extra['options'] : type
  if (!Array.isArray(choices) || choices.includes(value)) return null
  const list =
    choices.length > MAX_LIST ? `(list of length ${choices.length})` : `['${choices.join("', '")}']`
  const details = `${name}: '${String(value)}' not in ${list}`
  return inputError('value_not_in_list', 'Value not in list', details, name)
}

function inputError(type: string, message: string, details: string, name: string): NodeError {
  return { type, message, details, extra_info: { input_name: name } }
}
