import { seededRandom } from '#contract/rules/seeded-random.ts'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { editOptions } from '#renderer/features/create/options/edit-options.ts'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'
import { parseOptions } from '#renderer/features/create/options/options-text.ts'
import { keyOf, membersOf, nodeAt, readTree } from '#renderer/features/create/options/options-tree.ts'
import type { InputMedia } from '#contract/inputs.ts'
import { EMPTY_DRAFT } from '#renderer/features/create/draft.ts'
import { createFormStore } from '#renderer/features/create/form-store.ts'
import type { FormView } from '#renderer/features/create/form-view.ts'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import { followInputRatio, sameRatio } from '#renderer/features/create/options/same-ratio.ts'
import { createFakeBridge } from '#test/renderer/bridge/fake-bridge.ts'
import { NOTHING_KEPT } from '../plans.ts'

describe('one value changed in the text', () => {
  it.each<[string, OptionPath, Json | undefined, string]>([
    ['', ['a'], 1, '{\n  "a": 1\n}'],
    ['{}', ['a'], 'x', '{\n  "a": "x"\n}'],
    ['{"a":1}', ['b'], '5', '{"a":1,"b":"5"}'],
    ['{"a": 1}', ['b'], 5, '{"a": 1, "b": 5}'],
    ['{ "a": 1 }', ['b'], 5, '{ "a": 1, "b": 5 }'],
    ['{\n\t"a" : 1.0\n}\n', ['b'], [1], '{\n\t"a" : 1.0,\n\t"b" : [\n\t  1\n\t]\n}\n'],
    ['{"a":1,  "b":2}', ['a'], true, '{"a":true,  "b":2}'],
    ['{"a": 1, "b": 2}', ['a'], undefined, '{"b": 2}'],
    ['{"a": 1, "b": 2}', ['b'], undefined, '{"a": 1}'],
    ['{"a": 1}', ['a'], undefined, '{}'],
    ['{"s": {"w": 1, "h": 2}}', ['s', 'h'], 3, '{"s": {"w": 1, "h": 3}}'],
    ['{"s": {"w": 1}}', ['s', 'w'], undefined, '{}'],
    ['{"s": "square"}', ['s', 'w'], 3, '{"s": {"w":3}}'],
    ['{"l": ["a", "b"]}', ['l', 2], 'c', '{"l": ["a", "b", "c"]}'],
    ['{"l": ["a", "b"]}', ['l', 0], undefined, '{"l": ["b"]}'],
  ])('%j at %j to %j', (text, path, value, changed) => {
    expect(editOptions(text, path, value)).toBe(changed)
  })

  it('is changed where it counts when a key stands twice, and taken away everywhere', () => {
    const text = '{"a": 1, "b": 12345678901234567890, "a": 2}'
    expect(editOptions(text, ['a'], 3)).toBe('{"a": 1, "b": 12345678901234567890, "a": 3}')
    expect(editOptions(text, ['a'], undefined)).toBe('{"b": 12345678901234567890}')
  })
  it('is left as it is written when it is the same', () => {
    const text = '{"a": 1.50, "b": 1e3, "c": "\\u00e9"}'
    expect(editOptions(editOptions(editOptions(text, ['a'], 1.5), ['b'], 1000), ['c'], 'é')).toBe(text)
  })
  it.each(['{"a": ', '[1]', '{a: 1}', '{"a":1e999}'])(
    'stays out of %s, whose places nobody knows',
    (text) => {
      expect(editOptions(text, ['a'], 5)).toBe(text)
    },
  )
  it('survives lists nested deeper than any option, and leaves those beyond reading alone', () => {
    const nested = (depth: number): string => `{"a": ${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(editOptions(nested(200), ['b'], 1) === `${nested(200).slice(0, -1)}, "b": 1}`).toBe(true)
    expect(editOptions(nested(50_000), ['b'], 1) === nested(50_000)).toBe(true)
  })
})

const KEYS = ['seed', 'duration', 'a b', 'é"\\', '', 'constructor', 'size', '0']
const SPACES = ['', ' ', '\n  ', '\t', '\n\n']
const WRITTEN = [
  '5',
  '"5"',
  '1.0',
  '-0.50',
  '1e3',
  '12345678901234567890',
  'true',
  'null',
  '"\\u0041"',
  '[]',
  '{ }',
]

class Dice {
  readonly #next: () => number
  constructor(seed: number) {
    this.#next = seededRandom(seed)
  }
  below(bound: number): number {
    return Math.floor(this.#next() * bound)
  }
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }
}

/** JSON as people leave it: uneven spaces, odd digits, keys that stand twice. */
function writeText(dice: Dice, depth: number): string {
  const space = (): string => dice.pick(SPACES)
  if (depth > 2 || dice.below(3) === 0) return dice.pick(WRITTEN)
  const parts = Array.from({ length: dice.below(4) }, () => writeText(dice, depth + 1))
  if (dice.below(3) === 0) return `[${parts.map((part) => space() + part + space()).join(',')}]`
  const members = parts.map(
    (part) => `${space()}${JSON.stringify(dice.pick(KEYS))}${space()}:${space()}${part}${space()}`,
  )
  return `{${members.join(',')}}`
}

function writeObject(dice: Dice): string {
  const inner = Array.from({ length: dice.below(5) }, () => {
    const name = JSON.stringify(dice.pick(KEYS))
    return `${dice.pick(SPACES)}${name}:${dice.pick(SPACES)}${writeText(dice, 0)}`
  })
  return `${dice.pick(SPACES)}{${inner.join(',')}${dice.pick(SPACES)}}${dice.pick(SPACES)}`
}

function makeValue(dice: Dice): Json {
  return dice.pick<Json>([5, '5', 0.1, true, false, null, 'text "in" quotes', [1, '1'], { w: 1 }, [], 'a\nb'])
}

function makePath(dice: Dice): OptionPath {
  const key = dice.pick(KEYS)
  return dice.below(3) === 0 ? [key, dice.below(2) === 0 ? dice.pick(KEYS) : dice.below(3)] : [key]
}

function valueAt(options: Json | undefined, path: OptionPath): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => {
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value) !== (typeof step === 'number')) return undefined
    return Object.hasOwn(value, step) ? (value as Record<string | number, Json>)[step] : undefined
  }, options)
}

/** Every member beside the changed one as it is written, in order. */
function others(text: string, key: string): readonly string[] {
  const members = membersOf(readTree(text)).filter((member) => keyOf(member) !== key)
  return members.map(({ offset, length }) => text.slice(offset, offset + length))
}

const optionsOf = (text: string): JsonObject => {
  const parsed = parseOptions(text)
  return parsed.ok ? parsed.value : {}
}

describe('any sequence of control changes and text edits', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))(
    'keeps text and values in step, and what nobody changed as it is written (seed %i)',
    (seed) => {
      const dice = new Dice(seed)
      const complaints: string[] = []
      let text = writeObject(dice)
      for (let step = 0; step < 60; step += 1) {
        if (dice.below(4) === 0) {
          text = typeInto(text, dice)
          continue
        }
        const path = makePath(dice)
        const value = dice.below(4) === 0 ? undefined : makeValue(dice)
        const after = editOptions(text, path, value)
        complaints.push(...complaintsAbout(text, after, path, value))
        text = after
      }
      expect(complaints).toEqual([])
    },
  )
})

/** What an edit did that it should not have done. */
function complaintsAbout(
  before: string,
  after: string,
  path: OptionPath,
  value: Json | undefined,
): readonly string[] {
  const complain = (isFine: boolean, words: string): readonly string[] =>
    isFine ? [] : [`${words} at ${JSON.stringify(path)}: ${before} → ${after}`]
  if (!parseOptions(before).ok) return complain(after === before, 'text that is not JSON changed')
  const [key = '', place] = path
  const list = valueAt(optionsOf(before), [key])
  const placed = settlePath(optionsOf(before), path)
  const node = nodeAt(readTree(after), placed)
  const isRemoval = value === undefined && typeof place === 'number' && Array.isArray(list)
  const wanted = isRemoval ? list.toSpliced(place, 1) : value
  const found = valueAt(optionsOf(after), isRemoval ? [key] : placed)
  return [
    ...complain(parseOptions(after).ok, 'no longer JSON'),
    ...complain(
      isEqual(others(after, String(key)), others(before, String(key))),
      'other members are written in another way',
    ),
    ...complain(isEqual(found, wanted), 'another value'),
    // The tree and `JSON.parse` agree on the value and on its type.
    ...complain(
      isRemoval ||
        node === undefined ||
        isEqual(JSON.parse(after.slice(node.offset, node.offset + node.length)), value),
      'another place',
    ),
  ]
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function settlePath(options: JsonObject, path: OptionPath): OptionPath {
  const [key = '', place] = path
  if (typeof place !== 'number') return path
  const list = valueAt(options, [key])
  return [key, Array.isArray(list) ? Math.min(place, list.length) : 0]
}

/** Somebody types: a character goes or comes, and is often put right again. */
function typeInto(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1)
  const typed =
    text.slice(0, at) + dice.pick(['', ',', '"', '}', ' ', '1', 'x']) + text.slice(at + dice.below(2))
  return dice.below(3) === 0 || parseOptions(typed).ok ? typed : writeObject(dice)
}

const FIELD = { kind: 'ratio', key: 'aspect_ratio', required: false, isOpen: false } as const

it.each([
  [['1:1', '3:2', '16:9'], { width: 900, height: 620 }, '3:2'],
  [['1:1', '4:3', '3:4'], { width: 320, height: 400 }, '3:4'],
  [['1:1', 'match_input_image'], { width: 900, height: 600 }, 'match_input_image'],
  [['1:1'], {}, undefined],
] as const)('of %j takes for an image of %j: %s', (values, size, ratio) => {
  expect(sameRatio({ ...FIELD, values }, size)).toBe(ratio)
})

it('sets the ratio with the first image, takes it away with it, and leaves what was set or filled in', () => {
  const { bridge } = createFakeBridge(() => null)
  const form = createFormStore({ ...NOTHING_KEPT, bridge, createKey: () => 'k', now: () => 0 })
  const fields: readonly OptionField[] = [{ ...FIELD, values: ['1:1', '3:2'] }]
  followInputRatio(form, { getState: () => ({ knowledge: { fields } }) as unknown as FormView })
  const media = { id: 'in', kind: 'image', width: 900, height: 600 } as InputMedia
  const accept = (optionsText: string, option: string | null): string => {
    const input = { key: 'one', name: 'a.png', media: null, option, problem: null }
    const drafts = form.getState().drafts
    form.setState({ drafts: { ...drafts, image: { ...EMPTY_DRAFT, optionsText, inputs: [input] } } })
    form.setState({
      drafts: { ...drafts, image: { ...EMPTY_DRAFT, optionsText, inputs: [{ ...input, media }] } },
    })
    return form.getState().drafts.image.optionsText
  }
  const remove = (change: object = {}): string => {
    const { drafts } = form.getState()
    form.setState({ drafts: { ...drafts, image: { ...drafts.image, ...change } } })
    const image = { ...form.getState().drafts.image, inputs: [] }
    form.setState({ drafts: { ...form.getState().drafts, image } })
    return form.getState().drafts.image.optionsText
  }
  // Not before the drafts of the last time have come: they would open elsewhere.
  expect(accept('{"n":2}', null)).toBe('{"n":2}')
  form.setState({ isLoaded: true })
  expect(accept('{"n":2}', null)).toBe('{"n":2,"aspect_ratio":"3:2"}')
  expect(remove()).toBe('{"n":2}')
  accept('{}', null)
  expect(remove({ optionsText: '{"aspect_ratio":"1:1"}' })).toBe('{"aspect_ratio":"1:1"}')
  accept('{"aspect_ratio":"3:2"}', null)
  expect(remove()).toBe('{"aspect_ratio":"3:2"}')
  expect(accept('{"aspect_ratio":"1:1"}', null)).toBe('{"aspect_ratio":"1:1"}')
  expect(accept('{}', 'image_input[]')).toBe('{}')
  const accepted = form.getState().drafts.image
  const masked = (optionsText: string, width: number): string => {
    const [image] = accepted.inputs
    if (image === undefined) return ''
    const before = [{ ...image, option: null, media: { ...media, width } }]
    const mask = { ...image, key: 'mask', role: 'mask' } as const
    const { drafts } = form.getState()
    form.setState({ drafts: { ...drafts, image: { ...accepted, optionsText, inputs: before } } })
    form.setState({ drafts: { ...drafts, image: { ...accepted, optionsText, inputs: [...before, mask] } } })
    return form.getState().drafts.image.optionsText
  }
  // A ratio that is not quite the image's own would not fit under its mask.
  expect(masked('{"aspect_ratio":"3:2"}', 960)).toBe('{}')
  expect(masked('{"aspect_ratio":"3:2"}', 900)).toBe('{"aspect_ratio":"3:2"}')
  expect(masked('{"aspect_ratio":"1:1"}', 960)).toBe('{"aspect_ratio":"1:1"}')
})
