/**
 * Holds a service to its own OpenAPI 3.1 document: every exchange has to be one that the document describes.
 */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import type { Exchange } from './client.ts'

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()).optional() }))
const response = z.object({
  description: z.string(),
  content: content.optional(),
  headers: z.record(z.string(), z.object({ required: z.boolean().optional() })).optional(),
})
const operation = z.object({
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  requestBody: z.object({ required: z.literal(true), content }).optional(),
  responses: z.record(z.string(), response),
})
export const openApiDocument = z.object({
  openapi: z.string().regex(/^3\.1\./u),
  info: z.object({ title: z.string(), version: z.string() }),
  jsonSchemaDialect: z.literal('https://json-schema.org/draft/2020-12/schema'),
  paths: z.record(
    z.string(),
    z.object({
      get: operation.optional(),
      head: operation.optional(),
      post: operation.optional(),
      options: operation.optional(),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
export type OpenApiDocument = z.infer<typeof openApiDocument>
type Operation = z.infer<typeof operation>

export interface OpenApiCheck {
  /** Throws for an exchange that the document does not describe. Paths that it does not name must answer 404. */
  check(exchange: Exchange): void
  /** `post /api/v1/generate`, … : every operation of the document. */
  readonly operations: readonly string[]
  /** The name of the operation that an exchange belongs to, or null. */
  operationOf(exchange: Pick<Exchange, 'method' | 'path'>): string | null
}

/** Compiles every schema of `document`, strictly: a keyword that 2020-12 does not know is an error. */
export function createOpenApiCheck(document: OpenApiDocument): OpenApiCheck {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
  ajv.addFormat('email', {
    type: 'string',
    validate: (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(text),
  })
  ajv.addSchema(asDefinitions({ $id: 'openapi', $defs: document.components.schemas }))
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    // What is fixed is found before what has parameters.
    parameters: template.split('{').length,
    matches: new RegExp(`^${template.replaceAll(/[.]/gu, '\\.').replaceAll(/\{[^}]+\}/gu, '[^/]+')}$`, 'u'),
  }))
  templates.sort((a, b) => a.parameters - b.parameters)

  function find({
    method,
    path,
  }: Pick<Exchange, 'method' | 'path'>): { name: string; operation: Operation } | null {
    const [pathname = ''] = path.split('?')
    const found = templates.find(({ matches }) => matches.test(pathname))
    const verb = method.toLowerCase()
    if (found === undefined || !['get', 'head', 'post', 'options'].includes(verb)) return null
    const entry = document.paths[found.template]?.[verb as 'get']
    return entry === undefined ? null : { name: `${verb} ${found.template}`, operation: entry }
  }

  function validate(schema: Readonly<Record<string, unknown>>, value: unknown, where: string): void {
    const isValid = ajv.compile(asDefinitions(schema))
    if (!isValid(value)) throw new Error(`${where}: ${ajv.errorsText(isValid.errors)}`)
  }

  return {
    operations: Object.entries(document.paths).flatMap(([template, entry]) =>
      Object.keys(entry).map((verb) => `${verb} ${template}`),
    ),
    operationOf: (exchange) => find(exchange)?.name ?? null,
    check(exchange) {
      const { method, path, status, sent, body, headers } = exchange
      const found = find(exchange)
      if (found === null) {
        const isNowhere = status === 404 || status === 405 || (method === 'OPTIONS' && status === 204)
        if (!isNowhere) throw new Error(`${method} ${path} answers ${status} and is not in the document.`)
        return
      }
      const where = `${found.name} with ${status}`
      const described = found.operation.responses[String(status)]
      if (described === undefined) throw new Error(`${where} is not in the document.`)
      const wanted = found.operation.requestBody?.content['application/json']?.schema
      if (wanted !== undefined && status === 200) validate(wanted, sent, `the request of ${where}`)
      const schema = described.content?.['application/json']?.schema
      if (schema !== undefined && method !== 'HEAD') validate(schema, body, `the answer of ${where}`)
      for (const [name, header] of Object.entries(described.headers ?? {})) {
        if (header.required && !headers.has(name)) throw new Error(`${where} lacks the header ${name}.`)
      }
    },
  }
}

/** The same schema with references to components as references into the one schema that holds them. */
function asDefinitions(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"openapi#/$defs/')) as object
}
