/**
 * `atelier generate`: one generation by the Atelier that runs, over the tools that agents have.
 *
 * So it is quoted, approved by the user or inside an agent's budget, sent once, and in the library; here are copies of its files.
 */
import { resolve } from 'node:path'
import { z } from 'zod'
import { fail, type Failure, type Result, succeed } from '#contract/errors.ts'
import { message, type Message, written } from '#contract/messages/message.ts'
import { sceneFor } from '#contract/rules/media.ts'
import { copyNamed, prepareOut } from '#hosts/command-line/copy-results.ts'
import type { Outcome } from '#hosts/command-line/outcome.ts'
import type { GenerateArguments } from './arguments.ts'
import type { ToolsClient } from './tools-client.ts'

export interface GenerateDeps {
  /** Connects to Atelier, once it is known that the results can be copied. */
  readonly open: () => Promise<Result<ToolsClient>>
  /** Progress. */
  readonly tell: (said: Message) => void
  readonly signal: AbortSignal
}

const modelsSchema = z.object({
  models: z.array(z.object({ model: z.string(), provider: z.string(), scenes: z.array(z.string()) })),
  problem: z.string().optional(),
})
const importedSchema = z.object({ assetId: z.string(), kind: z.string() })
const quoteSchema = z.object({ quoteId: z.string(), needsApproval: z.boolean() })
const generatedSchema = z.object({
  state: z.enum(['sent', 'waiting']),
  tasks: z.array(z.object({ taskId: z.string() })),
})
const taskSchema = z.object({
  taskId: z.string(),
  state: z.string(),
  isOver: z.boolean(),
  model: z.string(),
  message: z.string().optional(),
  assets: z.array(z.object({ file: z.string().nullable(), prompt: z.string().optional() })),
})

/** As many as `list_models` gives. */
const MAX_MODELS = 100
/** As long as `task` waits. */
const WAIT_SECONDS = 25

/** Never throws for bad input, a refusal, or an Atelier that is gone. */
export async function generateInAtelier(asked: GenerateArguments, deps: GenerateDeps): Promise<Outcome> {
  const out = await prepareOut(asked.out)
  if (!out.ok) return ending(out.error)
  const opened = await deps.open()
  if (!opened.ok) return ending(opened.error, deps.signal, message('command-line.interrupted'))
  const tools = opened.data
  try {
    const quoted = await quote(tools, asked)
    if (!quoted.ok) return ending(quoted.error, deps.signal, message('command-line.interrupted'))
    const { quoteId, needsApproval } = quoted.data
    // At once: generate itself waits for the user before it answers.
    if (needsApproval) deps.tell(message('command-line.approve'))
    const sent = await send(tools, quoteId)
    if (!sent.ok) return ending(sent.error, deps.signal, message('command-line.notSentYet'))
    return await follow(tools, sent.data, out.data, deps)
  } finally {
    await tools.close()
  }
}

async function quote(
  tools: ToolsClient,
  asked: GenerateArguments,
): Promise<Result<z.infer<typeof quoteSchema>>> {
  const { mediaType, scene, prompt, options } = asked
  const inputs: { readonly assetId: string }[] = []
  const kinds: string[] = []
  for (const file of asked.inputs) {
    const imported = await tools.call('import_file', { path: resolve(file) }, importedSchema)
    if (!imported.ok) return imported
    inputs.push({ assetId: imported.data.assetId })
    kinds.push(imported.data.kind)
  }
  const model = await chooseModel(tools, asked, kinds)
  if (!model.ok) return model
  const wanted = { mediaType, ...model.data, scene, prompt, options, inputs }
  return tools.call('quote', wanted, quoteSchema)
}

interface Choice {
  readonly model: string
  readonly provider?: string | undefined
}

async function chooseModel(
  tools: ToolsClient,
  asked: GenerateArguments,
  kinds: readonly string[],
): Promise<Result<Choice>> {
  const { mediaType, model, provider } = asked
  if (model !== undefined) return succeed({ model, provider })
  const wanted = { mediaType, text: provider, limit: MAX_MODELS }
  const listed = await tools.call('list_models', wanted, modelsSchema)
  if (!listed.ok) return listed
  const { models, problem } = listed.data
  const scene = asked.scene ?? sceneFor(mediaType, kinds)
  const found = models.find(
    (one) =>
      (one.scenes.length === 0 || one.scenes.includes(scene)) &&
      (provider === undefined || one.provider === provider),
  )
  if (found) return succeed({ model: found.model, provider: found.provider })
  if (problem !== undefined) return fail('service_unavailable', written(problem))
  return fail('invalid_input', message('command-line.noModelFor', { scene }))
}

/** Resolves to the task's id when the user has approved it, or at once inside the agent's budget. The same quote is sent once. */
async function send(tools: ToolsClient, quoteId: string): Promise<Result<string>> {
  for (;;) {
    const generated = await tools.call('generate', { quoteId }, generatedSchema)
    if (!generated.ok) return generated
    const [task] = generated.data.tasks
    if (task) return succeed(task.taskId)
    if (generated.data.state === 'sent') return fail('internal', 'command-line.noTask')
  }
}

/** Waits for the task's end and copies its files. */
async function follow(
  tools: ToolsClient,
  taskId: string,
  out: string,
  { tell, signal }: GenerateDeps,
): Promise<Outcome> {
  let shown = ''
  for (let waitSeconds = 0; ; waitSeconds = WAIT_SECONDS) {
    const task = await tools.call('task', { taskId, waitSeconds }, taskSchema)
    if (!task.ok)
      return { ...ending(task.error, signal, message('command-line.goesOn')), taskId, state: shown }
    const { state, isOver, model, assets } = task.data
    if (state !== shown) tell(message('tasks.isNow', { state }))
    shown = state
    if (!isOver) continue
    const why =
      task.data.message === undefined ? message('tasks.isNow', { state }) : written(task.data.message)
    if (state !== 'saved') return { kind: 'failed', taskId, state, message: why }
    const copied = await copyAll(assets, model, out)
    return copied.ok
      ? { kind: 'saved', taskId, files: copied.data }
      : { kind: 'failed', taskId, state, message: copied.error }
  }
}

async function copyAll(
  assets: z.infer<typeof taskSchema>['assets'],
  model: string,
  out: string,
): Promise<Result<readonly string[]>> {
  const files: string[] = []
  for (const { file, prompt } of assets) {
    if (file === null) return fail('disk_error', 'command-line.resultGone')
    const copied = await copyNamed(file, out, prompt ?? model)
    if (!copied.ok) return copied
    files.push(copied.data)
  }
  return succeed(files)
}

/** What came in its way, or that the user did. */
function ending(
  error: Failure,
  signal?: AbortSignal,
  interrupted?: Message,
): Extract<Outcome, { readonly message: Message }> {
  if (signal?.aborted && interrupted) return { kind: 'failed', message: interrupted }
  const isInput = error.code === 'invalid_input' || error.code === 'not_found'
  return { kind: isInput ? 'bad_input' : 'failed', message: error }
}
