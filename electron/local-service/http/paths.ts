/** Where the service's endpoints lie. */
export const PATHS = {
  generate: '/api/v1/generate',
  task: '/api/v1/task',
  contact: '/api/v1/contact',
  models: '/ai/models',
  files: '/files',
  openApi: '/api/v1/openapi.json',
  studio: '/studio',
} as const
