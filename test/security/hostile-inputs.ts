/** Inputs of a call as an attacker would write them: nearly what its schema takes, with one thing wrong somewhere. */
import { z } from 'zod'
import type { Random } from '#core/ports/clock.ts'

/** What stands where something else belongs. As JSON, since `__proto__` is a key of its own only there. */
const WRONG: readonly string[] = [
  'null',
  'true',
  '-1',
  '1e308',
  '0.5',
  '9007199254740993',
  '""',
  '"\\u0000"',
  '[]',
  '{}',
  '[[[[[[]]]]]]',
  '"../../etc/passwd"',
  '"__proto__"',
  '"constructor"',
  '"\\ud800"',
  '"<img src=x onerror=alert(1)>"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[{"__proto__":[]}]',
  '{"toString":1}',
  '{"then":1}',
  '{"length":1e9}',
  '"\'; DROP TABLE assets; --"',
  '"\\r\\nSet-Cookie: a=b"',
  JSON.stringify('x'.repeat(100_000)),
  '['.repeat(500) + ']'.repeat(500),
]

interface Shape {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly additionalProperties?: boolean | Shape
}

/** The schema as JSON Schema says it. */
export function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Shape
}

/** JSON text of an input for `shape`, wrong in most cases. */
export function hostileInput(shape: Shape, random: Random): string {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const wrong = (): string => pick(WRONG) ?? 'null'
  return write(shape)

  function write(part: Shape): string {
    if (random() < 0.15) return wrong()
    if (part.anyOf) return write(pick(part.anyOf) ?? {})
    if (part.const !== undefined) return JSON.stringify(part.const)
    if (part.enum) return JSON.stringify(pick(part.enum))
    switch (part.type) {
      case 'object':
        return writeObject(part)
      case 'array':
        return `[${Array.from({ length: Math.floor(random() * 3) }, () => write(part.items ?? {})).join()}]`
      case 'boolean':
        return 'true'
      case 'integer':
      case 'number':
        return '1'
      default:
        return '"a1"'
    }
  }

  function writeObject({ properties = {}, required = [] }: Shape): string {
    const kept = Object.entries(properties).filter(([key]) => required.includes(key) || random() < 0.5)
    const entries = kept.map(([key, value]) => `${JSON.stringify(key)}:${write(value)}`)
    if (random() < 0.3)
      entries.push(`${pick(['"__proto__"', '"constructor"', '"unheardOf"']) ?? ''}:${wrong()}`)
    return `{${entries.join()}}`
  }
}

/** Places in a shape where keys that nobody named are taken, by their path. Maps of a named kind are not among them. */
export function openPlaces(shape: Shape, path = ''): string[] {
  const own = shape.properties && shape.additionalProperties !== false ? [path] : []
  const below = Object.entries(shape.properties ?? {}).flatMap(([key, value]) =>
    openPlaces(value, `${path}.${key}`),
  )
  const items = shape.items ? openPlaces(shape.items, `${path}[]`) : []
  const any = (shape.anyOf ?? []).flatMap((part) => openPlaces(part, path))
  return [...own, ...below, ...items, ...any]
}
