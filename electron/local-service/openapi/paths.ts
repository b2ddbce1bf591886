/**
 * The operations of the OpenAPI document.
 */
import { PATHS } from '../http/paths.ts'
import { ref, type Schema } from './schemas.ts'

type Operation = Schema

const KEY = [{ apiKey: [] }]
const EXTENSION = 'Sample studio'

const json = (description: string, schema: Schema, headers: Schema = {}): Schema => ({
  description,
  content: { 'application/json': { schema } },
  ...(Object.keys(headers).length === 0 ? {} : { headers }),
})
const RETRY_AFTER = { 'Retry-After': { required: true, schema: { type: 'string', pattern: '^\\d+$' } } }
const ERRORS: Readonly<Record<string, Schema>> = {
  '400': json('The request is not valid; the message names every field at fault.', ref('Error')),
  '401': json('Missing or invalid API key.', ref('Error')),
  '403': json('The caller is not the owner.', ref('Error')),
  '404': json('Not found.', ref('Error')),
  '405': json('The method is not possible here.', ref('Error')),
  '413': json('The body is too large.', ref('Error')),
  '416': json('The range lies outside the file.', ref('Error')),
  '429': json('A limit is exceeded.', ref('Error'), RETRY_AFTER),
}

function errors(...statuses: readonly (keyof typeof ERRORS)[]): Schema {
  return Object.fromEntries(statuses.map((status) => [status, ERRORS[status]]))
}

const body = (schema: Schema): Schema => ({ required: true, content: { 'application/json': { schema } } })
const pathParameter = (name: string, description: string): Schema => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
})
const preflight: Operation = {
  summary: 'CORS preflight',
  tags: ['Preflight'],
  security: [],
  responses: { '204': { description: 'No body.' } },
}

const bytes = (description: string): Schema => ({ description, content: { '*/*': {} } })
const file = (summary: string, parameters: readonly Schema[]): Schema => {
  const operation = (whole: Schema, part: Schema): Operation => ({
    summary,
    tags: ['Files'],
    security: [],
    responses: {
      '200': whole,
      '206': part,
      '304': { description: 'The client has it already.' },
      ...errors('404', '416'),
    },
  })
  return {
    parameters,
    get: operation(bytes('The file.'), bytes('The range that was asked for.')),
    head: operation(
      { description: 'The headers of the file.' },
      { description: 'The headers of the range.' },
    ),
  }
}

const TOKEN = pathParameter('token', 'The secret part of the address.')
const NAME = pathParameter('name', 'The file’s name.')

export const OPERATIONS: Readonly<Record<string, Schema>> = {
  [PATHS.generate]: {
    post: {
      summary: 'Start an image, video, music or character generation task',
      tags: ['Generation'],
      security: KEY,
      requestBody: body(ref('GenerationRequest')),
      responses: {
        '200': json('Task accepted.', ref('GenerationResponse')),
        ...errors('400', '401', '413', '429'),
      },
    },
    options: preflight,
  },
  [`${PATHS.task}/{id}`]: {
    parameters: [pathParameter('id', 'The task id returned by the generate endpoint.')],
    get: {
      summary: 'Poll the status of a generation task',
      tags: ['Generation'],
      security: KEY,
      parameters: [
        {
          name: 'refresh',
          in: 'query',
          required: false,
          schema: { enum: ['1', 'assets'] },
          description:
            '1: live refresh of the task from its maker. assets: moves finished assets to lasting addresses.',
        },
      ],
      responses: {
        '200': json('Task found.', ref('TaskResponse')),
        ...errors('400', '401', '403', '404'),
      },
    },
    options: preflight,
  },
  [PATHS.contact]: {
    post: {
      summary: 'Submit a contact-form message',
      tags: ['Contact'],
      security: [],
      requestBody: body(ref('ContactRequest')),
      responses: {
        '200': json('Submitted.', ref('ContactResponse')),
        ...errors('400', '413', '429'),
      },
    },
    options: preflight,
  },
  [PATHS.models]: {
    get: {
      summary: 'The canonical list of models, with a JSON Schema of each model’s options',
      tags: ['Models'],
      security: [],
      responses: { '200': json('The models.', ref('ModelListing')) },
    },
    options: preflight,
  },
  [PATHS.openApi]: {
    get: {
      summary: 'This document',
      tags: [EXTENSION],
      security: [],
      responses: { '200': json('The document.', { type: 'object', required: ['openapi', 'paths'] }) },
    },
  },
  [`${PATHS.files}/tmp/{token}/{name}`]: file('A finished file, at its short-lived address', [TOKEN, NAME]),
  [`${PATHS.files}/{token}/{name}`]: file('A finished file, at its lasting address', [TOKEN, NAME]),
  [`${PATHS.studio}/`]: {
    get: {
      summary: 'The control page: requests and tasks as they come',
      tags: [EXTENSION],
      security: [],
      responses: { '200': { description: 'The page.', content: { 'text/html': {} } }, ...errors('403') },
    },
  },
  [`${PATHS.studio}/events`]: {
    get: {
      summary: 'What the control page shows, as server-sent events; for the first user’s key',
      tags: [EXTENSION],
      security: KEY,
      responses: {
        '200': { description: 'The stream.', content: { 'text/event-stream': {} } },
        ...errors('401', '403'),
      },
    },
  },
  [`${PATHS.studio}/usage`]: {
    get: {
      summary: 'What the caller has had made: tasks and credits by model',
      tags: [EXTENSION],
      security: KEY,
      responses: { '200': json('The usage.', ref('Usage')), ...errors('401', '403') },
    },
  },
}
