/** The names under which Replicate runs a model: `owner/name` of an official one, `owner/name:version`, or the version alone. */
export interface ModelId {
  readonly owner?: string
  readonly name?: string
  readonly version?: string
}

const NAME = /^([\w-][\w.-]{0,99})\/([\w-][\w.-]{0,99})(?::([0-9a-f]{64}))?$/u
const VERSION = /^[0-9a-f]{64}$/u

export function parseModelId(id: string): ModelId | null {
  if (VERSION.test(id)) return { version: id }
  const [, owner, name, version] = NAME.exec(id) ?? []
  if (owner === undefined || name === undefined) return null
  return { owner, name, ...(version === undefined ? {} : { version }) }
}
