/**
 * The OpenAPI 3.1 document of the service, served at `/api/v1/openapi.json`.
 */
import { OPERATIONS } from './paths.ts'
import { SCHEMAS, type Schema } from './schemas.ts'

/** The version of the interface, as the specification has it. */
const INTERFACE_VERSION = '1.0.0'

/** The document for a service at `baseUrl`. */
export function openApiDocument(baseUrl: string): Schema {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Generation Service Public API',
      version: INTERFACE_VERSION,
      description:
        'The Sample studio: a generation service that makes procedural sample media on this computer. Operations tagged "Sample studio" and "Files" are its own; all others are the specification’s.',
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: baseUrl }],
    tags: ['Generation', 'Contact', 'Models', 'Preflight', 'Files', 'Sample studio'].map((name) => ({
      name,
    })),
    paths: OPERATIONS,
    components: {
      schemas: SCHEMAS,
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'API key.' } },
    },
  }
}
