/** POST /api/v1/generate: checks a request, writes its task, responds with the task's id. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { z } from 'zod'
import { createInputReader, InputLost } from '../inputs/read-input.ts'
import type { Plan } from '../makers/maker.ts'
import { takeShape } from '../results/task-result.ts'
import { checkGenerateLimits } from '../tasks/rate-limit.ts'
import { chooseModel, readGenerationRequest } from '../tasks/generation-request.ts'
import { succeed } from './responses.ts'
import { authenticate, OWN_NAMES } from './authentication.ts'
import type { HttpParts } from './http-parts.ts'

/** Of a task whose input could not be read. */
const NO_PLAN: Plan = { job: null, inputs: [], remarks: {}, credits: 0 }

/** An invalid request is refused before the limits are checked, and never counts against them. */
export function generateRoute(parts: HttpParts): (context: Context) => Promise<Response> {
  const { apiKeys, bodies, options } = parts
  return async (context) => {
    const owner = authenticate(context, apiKeys)
    const { taskId, message } = await bodies.read(context, options.maxBodyBytes, (body) =>
      accept(parts, owner, body),
    )
    return succeed(context, { taskId }, message)
  }
}

/** Writes the task that `body` asks for and starts it. A file that cannot be read in time or memory is a task that failed. */
async function accept(parts: HttpParts, owner: string, body: unknown) {
  const { makers, tasks, inputs, runner, options } = parts
  const request = readGenerationRequest(body)
  const models = makers.flatMap((maker) => maker.models)
  const model = chooseModel(request, models)
  const maker = makers.find((candidate) => candidate.models.includes(model))
  if (maker === undefined) throw new Error(`No maker offers ${model.model}`)
  const { provider, mediaType, scene, prompt } = request
  const { shape, rest } = takeShape(request.options)
  const read = createInputReader(parts.readers, owner, (url) => readOwnFile(parts, url))
  const plan = await maker
    .plan({ model: request.model, scene, prompt, options: rest, read })
    .catch((error: unknown) => {
      if (error instanceof InputLost) return error
      throw error
    })
  const { job, inputs: files, remarks, credits } = plan instanceof InputLost ? NO_PLAN : plan
  const id = randomUUID()
  await inputs.keep(id, files)
  const createdAt = options.now()
  try {
    checkGenerateLimits(tasks, owner, options.limits, createdAt)
  } catch (error) {
    await inputs.drop(id, files.length)
    throw error
  }
  const task = {
    id,
    owner,
    provider,
    mediaType,
    model: request.model,
    scene,
    prompt,
    job: JSON.stringify(job),
    inputs: files.length,
    remarks,
    credits,
    resultShape: shape,
    createdAt,
  }
  tasks.add(task)
  if (plan instanceof InputLost) tasks.end(id, 'FAILED', `The result could not be made. ${plan.message}`)
  else runner.start(task)
  return { taskId: id, message: messageOf(remarks) }
}

/** The bytes behind `url`, or null when it is not on this service, no longer good, or larger than a request may be. */
async function readOwnFile(parts: HttpParts, url: string): Promise<Uint8Array | null> {
  if (!URL.canParse(url)) return null
  const { protocol, hostname, port, pathname } = new URL(url)
  const own = new URL(parts.baseUrl())
  const isOwn = protocol === own.protocol && OWN_NAMES.includes(hostname) && port === own.port
  const file = isOwn ? parts.files.find(pathname) : null
  if (file === null || file.sizeBytes > parts.options.maxBodyBytes) return null
  return await readFile(file.diskPath)
}

/** Says at once what was ignored; the task result says it again. */
function messageOf(remarks: Plan['remarks']): string {
  const ignored = z.array(z.string()).safeParse(remarks['ignored_options'])
  if (!ignored.success || ignored.data.length === 0) return 'ok'
  return `Accepted. Options not known here and ignored: ${ignored.data.join(', ')}.`
}
