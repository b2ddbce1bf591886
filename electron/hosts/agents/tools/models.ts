/** Which models there are, and what one of them takes. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/json.ts'
import { message } from '#contract/messages/message.ts'
import { mediaTypeSchema } from '#contract/models.ts'
import type { Model } from '#contract/models.ts'
import { id, modelId, providerName } from '#contract/route.ts'
import {
  type AddTools,
  readsOnly,
  toolResult,
  chooseProfile,
  toolError,
  shorten,
  type ToolContext,
} from '../tool.ts'

const modelSchema = z.object({
  model: z.string(),
  provider: z.string(),
  label: z.string(),
  mediaTypes: z.array(z.string()),
  scenes: z.array(z.string()),
  price: z.string().optional(),
})

const listInputSchema = z.strictObject({
  profileId: id.optional(),
  mediaType: mediaTypeSchema.optional(),
  text: z.string().trim().max(200).default('').describe('Words of the name.'),
  limit: z.int().min(1).max(100).default(30),
})

const describeInputSchema = z.strictObject({
  profileId: id.optional(),
  provider: providerName,
  model: modelId,
})

const descriptionSchema = modelSchema.extend({
  description: z.string().optional(),
  optionSchema: z.record(z.string(), z.unknown()).nullable(),
  inputs: z.array(z.object({ option: z.string(), kind: z.string(), required: z.boolean().default(false) })),
})

const MAX_SCHEMA = 20_000

export const addModelTools: AddTools = (server, context) => {
  server.registerTool(
    'list_models',
    {
      title: 'List models',
      description:
        'Free. Models of a profile (an account of the user at a service; the active one unless named), and the profiles there are. ' +
        'Example: {"mediaType":"image","text":"flux"}',
      annotations: readsOnly(true),
      inputSchema: listInputSchema,
      outputSchema: z.object({
        profiles: z.array(z.object({ profileId: z.string(), name: z.string(), isActive: z.boolean() })),
        profileId: z.string(),
        models: z.array(modelSchema),
        total: z.number().describe('All that fit, of which the first are listed.'),
        problem: z.string().optional(),
      }),
    },
    (input) => listModels(context, input),
  )
  server.registerTool(
    'describe_model',
    {
      title: 'Describe a model',
      description:
        'Free. The options of one model (JSON Schema, where known), which options take images, and its price. ' +
        'Example: {"model":"ink-wash","provider":"sample"}',
      annotations: readsOnly(true),
      inputSchema: describeInputSchema,
      outputSchema: descriptionSchema,
    },
    (input) => describeModel(context, input),
  )
}

async function listModels(
  context: ToolContext,
  { profileId: wanted, mediaType, text, limit }: z.infer<typeof listInputSchema>,
) {
  const { call, say } = context
  const profiles = await chooseProfile(context, wanted)
  if (!profiles.ok) return toolError(context, profiles.error)
  const { activeId, items, profileId } = profiles.data
  const asked = { profileId }
  const listing = await call('models.list', asked)
  if (!listing.ok) return toolError(context, listing.error)
  const ofType = ({ mediaTypes }: Model) =>
    mediaType === undefined || mediaTypes.length === 0 || mediaTypes.includes(mediaType)
  let models = listing.data.items.filter((model) => ofType(model) && holds(model, text))
  // Some services have far more than they list.
  if (models.length === 0 && text !== '') {
    const found = await call('models.search', { ...asked, text })
    if (found.ok) models = found.data.items.filter(ofType)
  }
  const problem = listing.data.problem?.text
  const shown = models.slice(0, limit).map(summarize)
  const lines = [
    say(message('agents.models', { count: models.length })),
    ...shown.map(({ model, provider }) => say(message('agents.model', { model, provider }))),
    ...(problem === undefined ? [] : [problem]),
  ]
  return toolResult(lines.join('\n'), {
    profiles: items.map(({ id: own, name }) => ({ profileId: own, name, isActive: own === activeId })),
    ...asked,
    models: shown,
    total: models.length,
    problem,
  })
}

function holds({ id: model, provider, label }: Model, text: string): boolean {
  const all = `${model} ${provider} ${label}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => all.includes(word))
}

function summarize(model: Model) {
  return modelSchema.parse({ ...model, model: model.id })
}

async function describeModel(
  context: ToolContext,
  { profileId: wanted, provider, model }: z.infer<typeof describeInputSchema>,
) {
  const { call, say } = context
  const profiles = await chooseProfile(context, wanted)
  if (!profiles.ok) return toolError(context, profiles.error)
  const asked = { profileId: profiles.data.profileId, provider, model }
  const [described, known] = await Promise.all([
    call('models.describe', asked),
    call('models.knowledge', asked),
  ])
  if (!described.ok) return toolError(context, described.error)
  if (!known.ok) return toolError(context, known.error)
  const entry = described.data.model
  const { tableSchema, tableInputs = [], succeeded } = known.data
  if (entry === null && tableSchema === undefined && succeeded === 0) {
    return toolError(context, message('agents.modelUnknown', { model, provider }))
  }
  const optionSchema = boundedSchema(entry?.optionSchema ?? tableSchema)
  const facts = entry ? summarize(entry) : { model, provider, label: model, mediaTypes: [], scenes: [] }
  const { label } = facts
  const options = optionSchema && Object.keys(propertiesOf(optionSchema))
  return toolResult(
    say(
      options ? message('agents.options', { label, options }) : message('agents.optionsUnknown', { label }),
    ),
    descriptionSchema.parse({
      ...facts,
      description: entry?.description && shorten(entry.description, 1_000),
      optionSchema,
      inputs: tableInputs,
    }),
  )
}

/** A schema that would fill a model's context comes with the names of its options alone. */
function boundedSchema(schema: JsonObject | undefined): JsonObject | null {
  if (schema === undefined) return null
  if (JSON.stringify(schema).length <= MAX_SCHEMA) return schema
  const names = Object.keys(propertiesOf(schema)).slice(0, 200)
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) }
}

function propertiesOf(schema: JsonObject): Readonly<Record<string, Json>> {
  const properties = schema['properties']
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? (properties as JsonObject)
    : {}
}
