/**
 * POST /api/v1/generate: checks a request, writes its task, responds with the task's id.
 */
import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Plan } from '../makers/maker.ts'
import { takeShape } from '../results/shapes.ts'
import { checkGenerateLimits } from '../tasks/rate-limit.ts'
import { chooseModel, readGenerationRequest } from '../tasks/generation-request.ts'
import { succeed } from './responses.ts'
import { authenticate } from './authentication.ts'
import { readJsonBody } from './json-body.ts'
import { readOwnFile } from './own-files.ts'
import type { HttpParts } from './http-parts.ts'

/** The handler. An invalid request is refused before the limits are checked, and never counts against them. */
export function generateRoute(parts: HttpParts): (context: Context) => Promise<Response> {
  const { makers, tasks, inputs, runner, apiKeys, options } = parts
  const models = makers.flatMap((maker) => maker.models)

  return async (context) => {
    const owner = authenticate(context, apiKeys)
    const request = readGenerationRequest(await readJsonBody(context))
    const model = chooseModel(request, models)
    const maker = makers.find((candidate) => candidate.models.includes(model))
    if (maker === undefined) throw new Error(`No maker offers ${model.model}`)
    const { shape, rest } = takeShape(request.options)
    const plan = await maker.plan({
      model: request.model,
      scene: request.scene,
      prompt: request.prompt,
      options: rest,
      readOwnFile: (url) => readOwnFile(parts, url),
    })
    const id = randomUUID()
    await inputs.keep(id, plan.inputs)
    const createdAt = options.now()
    try {
      checkGenerateLimits(tasks, owner, options.limits, createdAt)
    } catch (error) {
      await inputs.drop(id, plan.inputs.length)
      throw error
    }
    const task = {
      id,
      owner,
      provider: request.provider,
      mediaType: request.mediaType,
      model: request.model,
      scene: request.scene,
      prompt: request.prompt,
      job: JSON.stringify(plan.job),
      inputs: plan.inputs.length,
      remarks: plan.remarks,
      credits: plan.credits,
      resultShape: shape,
      createdAt,
    }
    tasks.add(task)
    runner.start(task)
    return succeed(context, { taskId: id }, messageOf(plan))
  }
}

/** Says at once what was ignored; the task result says it again. */
function messageOf({ remarks }: Plan): string {
  const ignored = z.array(z.string()).safeParse(remarks['ignored_options'])
  if (!ignored.success || ignored.data.length === 0) return 'ok'
  return `Accepted. Options not known here and ignored: ${ignored.data.join(', ')}.`
}
