/** What a generation would cost, before anything is sent. */
import { z } from 'zod'
import type { Failure, RenderedFailure, Result } from '#contract/errors.ts'
import { jsonObjectSchema } from '#contract/json.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import { mediaTypeSchema, sceneSchema } from '#contract/models.ts'
import { id, modelId, providerName } from '#contract/route.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { buildRequest, type GivenInput } from '#hosts/command-line/build-request.ts'
import { priceMessage } from '#hosts/price.ts'
import {
  type AddTools,
  toolResult,
  chooseProfile,
  toolError,
  type ToolContext,
  quoteSchema,
  shownQuote,
} from '../tool.ts'

const MAX_REQUESTS = 100

const inputSchema = z.strictObject({
  mediaType: mediaTypeSchema,
  model: modelId,
  provider: providerName.optional(),
  scene: sceneSchema.optional().describe('Follows from mediaType and inputs unless given.'),
  prompt: z.string().max(100_000).optional(),
  options: jsonObjectSchema.optional().describe('As describe_model lists them.'),
  inputs: z
    .array(z.strictObject({ assetId: id, option: z.string().min(1).max(200).optional() }))
    .max(20)
    .optional()
    .describe(
      'Reference media of the library (import_file, search_library); option: the key of options that takes it.',
    ),
  count: z.int().min(1).max(MAX_REQUESTS).default(1).describe('Requests, each of which is paid.'),
  profileId: id.optional(),
})

type Wanted = z.infer<typeof inputSchema>

export const addQuoteTool: AddTools = (server, context) => {
  server.registerTool(
    'quote',
    {
      title: 'Quote a generation',
      description:
        'Free. What a generation would cost and whether the user must approve it. Sends nothing; generate with the quoteId does, within ten minutes. ' +
        'Example: {"mediaType":"image","model":"ink-wash","prompt":"a red fox in snow","count":2}',
      annotations: {
        readOnlyHint: false,
        idempotentHint: false,
        destructiveHint: false,
        openWorldHint: false,
      },
      inputSchema,
      outputSchema: quoteSchema,
    },
    (input) => quote(context, input),
  )
}

async function quote(context: ToolContext, wanted: Wanted) {
  const profiles = await chooseProfile(context, wanted.profileId)
  if (!profiles.ok) return toolError(context, profiles.error)
  const { profileId } = profiles.data
  const request = await requestFor(context, profileId, wanted)
  if (!request.ok) return toolError(context, request.error)
  const requests = Array.from({ length: wanted.count }, () => request.data)
  const quoted = await context.app.agents.quote(context.agent.agentId, { profileId, requests })
  if (!quoted.ok) return toolError(context, quoted.error)
  const { quoteId, estimate, needsApproval } = quoted.data
  const { say } = context
  const told = followedBy(
    message('agents.quote', { quoteId, count: wanted.count, price: say(priceMessage(estimate, say)) }),
    message(needsApproval ? 'agents.quoteAboveBudget' : 'agents.quoteInBudget'),
  )
  return toolResult(say(told), shownQuote(quoted.data))
}

/** The request as the form would make it, each input with the option that takes it. */
async function requestFor(
  { call }: ToolContext,
  profileId: string,
  { inputs = [], options = {}, ...wanted }: Wanted,
): Promise<Result<GenerateRequest, Failure | RenderedFailure>> {
  const given: GivenInput[] = []
  for (const { assetId, option } of inputs) {
    const added = await call('inputs.add', { assetId })
    if (!added.ok) return added
    given.push({ ...added.data, option })
  }
  const listing = await call('models.list', { profileId })
  if (!listing.ok) return listing
  return buildRequest(call, profileId, { ...wanted, options }, listing.data, given)
}
