/**
 * The schemas of the OpenAPI document: JSON Schema 2020-12, as OpenAPI 3.1 has it.
 *
 * The specification's own fields are required where it requires them; what this service adds is marked as its own.
 */

export type Schema = Readonly<Record<string, unknown>>

const OWN = 'Sample studio’s own addition to the specification.'
const time = { type: ['integer', 'null'], description: `Milliseconds since the Unix epoch. ${OWN}` }

/** A reference to one of `SCHEMAS`. */
export function ref(name: keyof typeof SCHEMAS): Schema {
  return { $ref: `#/components/schemas/${name}` }
}

/** `{code: 0, message, data}` around the schema of `data`. */
export function envelope(data: Schema): Schema {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { const: 0, description: '0 on success.' },
      message: { type: 'string' },
      data,
    },
  }
}

const MEDIA_TYPES = ['image', 'video', 'character', 'music']
const SCENES = [
  'text-to-image',
  'image-to-image',
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'character-creation',
  'text-to-music',
]

const WITHOUT_RESULT = ['PENDING', 'PROCESSING', 'FAILED', 'ERROR']

export const SCHEMAS = {
  GenerationRequest: {
    type: 'object',
    required: ['provider', 'mediaType', 'model', 'scene'],
    properties: {
      provider: { type: 'string', minLength: 1, description: 'Identifier of the AI provider.' },
      mediaType: { enum: MEDIA_TYPES },
      model: { type: 'string', minLength: 1, description: 'Model id; the list is at /ai/models.' },
      scene: { enum: SCENES },
      prompt: {
        type: 'string',
        description: 'Natural-language prompt. Required unless options supplies equivalent input.',
      },
      options: {
        type: 'object',
        additionalProperties: true,
        description:
          'Free-form, by model; the keys each model knows are in the model listing as a JSON Schema.',
        properties: {
          resolution: { type: 'string' },
          aspect_ratio: { type: 'string' },
          duration: { type: ['number', 'string'] },
        },
      },
    },
  },
  GenerationResponse: envelope({
    type: 'object',
    required: ['taskId'],
    properties: { taskId: { type: 'string', minLength: 1, description: 'Task id to poll.' } },
  }),
  TaskResponse: envelope({
    type: 'object',
    required: ['id', 'status', 'mediaType', 'model', 'provider', 'taskResult'],
    properties: {
      id: { type: 'string' },
      status: { enum: ['SUCCESS', ...WITHOUT_RESULT] },
      mediaType: { enum: MEDIA_TYPES },
      model: { type: 'string' },
      provider: { type: 'string' },
      taskResult: {
        type: ['object', 'null'],
        additionalProperties: true,
        description:
          'Final asset URLs and metadata once status is SUCCESS. Its form is chosen by options.result_shape.',
      },
      progress: {
        type: 'number',
        minimum: 0,
        maximum: 1,
        description: `The share of the work that is done: as stored, or live with refresh=1. ${OWN}`,
      },
      createdAt: time,
      startedAt: time,
      finishedAt: time,
      queue: {
        type: 'object',
        required: ['waiting', 'working'],
        properties: { waiting: { type: 'integer' }, working: { type: 'integer' } },
        description: `Jobs of all users, with refresh=1 while the task is open. ${OWN}`,
      },
      errorMessage: { type: 'string', description: `Why the task is FAILED or ERROR. ${OWN}` },
    },
    oneOf: [
      { properties: { status: { const: 'SUCCESS' }, taskResult: { type: 'object' } } },
      { properties: { status: { enum: WITHOUT_RESULT }, taskResult: { type: 'null' } } },
    ],
  }),
  ContactRequest: {
    type: 'object',
    required: ['email', 'content'],
    properties: {
      email: { type: 'string', format: 'email' },
      content: { type: 'string', minLength: 1, maxLength: 5000 },
    },
  },
  ContactResponse: envelope({ type: 'object' }),
  ModelListing: envelope({
    type: 'array',
    items: {
      type: 'object',
      required: ['provider', 'mediaType', 'model', 'label', 'description', 'scenes', 'options'],
      properties: {
        provider: { type: 'string' },
        mediaType: { enum: MEDIA_TYPES },
        model: { type: 'string' },
        label: { type: 'string' },
        description: { type: 'string' },
        scenes: { type: 'array', minItems: 1, items: { enum: SCENES } },
        options: {
          type: 'object',
          required: ['type', 'properties'],
          properties: { type: { const: 'object' } },
          description: 'A JSON Schema for the request’s options.',
        },
      },
    },
  }),
  Usage: envelope({
    type: 'object',
    required: ['owner', 'credits', 'models'],
    properties: {
      owner: { type: 'string' },
      credits: { type: 'number' },
      models: {
        type: 'array',
        items: {
          type: 'object',
          required: ['model', 'mediaType', 'tasks', 'credits'],
          properties: {
            model: { type: 'string' },
            mediaType: { enum: MEDIA_TYPES },
            tasks: { type: 'integer', minimum: 1 },
            credits: { type: 'number', minimum: 0 },
          },
        },
      },
    },
  }),
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', not: { const: 0 }, description: 'Non-zero on error.' },
      message: { type: 'string', minLength: 1 },
    },
  },
} as const satisfies Readonly<Record<string, Schema>>
