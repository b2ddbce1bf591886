/**
 * The OpenAPI 3.1 document of the service, served at `/api/v1/openapi.json`; its text is `openapi.json`.
 */
import document from './openapi.json' with { type: 'json' }

/** The document for a service at `baseUrl`. */
export function openApiDocument(baseUrl: string): object {
  return { ...document, servers: [{ url: baseUrl }] }
}
