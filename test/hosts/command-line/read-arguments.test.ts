import { expect, test } from 'vitest'
import { message } from '#contract/messages/message.ts'
import { readGenerateArguments } from '#hosts/command-line/arguments.ts'
import { readSequenceArguments } from '#hosts/command-line/run-sequence.ts'
import { readProgramArguments } from '#mcp/arguments.ts'
import { readArguments } from '#hosts/command-line/read-arguments.ts'

const OPTIONS = {
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const read = (argv: readonly string[], allowPositionals = false) =>
  readArguments(argv, { options: OPTIONS, allowPositionals })

test.each([
  [[], { json: false, help: false }],
  [['--out', 'a', '-h'], { out: 'a', json: false, help: true }],
  [['--out=--b', '--json'], { out: '--b', json: true, help: false }],
  [['--out', '-', '--'], { out: '-', json: false, help: false }],
])('reads %j', (argv, values) => {
  const result = read(argv)
  expect(result.ok && { ...result.data.values }).toEqual(values)
})

test.each([
  [['--nope'], 'command-line.unknownArgument', { argument: '--nope' }],
  [['--no-json'], 'command-line.unknownArgument', { argument: '--no-json' }],
  [['-x'], 'command-line.unknownArgument', { argument: '-x' }],
  [['--__proto__'], 'command-line.unknownArgument', { argument: '--__proto__' }],
  [['--out'], 'command-line.valueMissing', { argument: '--out' }],
  [['--out', '--json'], 'command-line.valueMissing', { argument: '--out' }],
  [['--json=yes'], 'command-line.valueNotTaken', { argument: '--json' }],
  [['--json', 'fox'], 'command-line.unexpectedWord', { word: 'fox' }],
])('names what is wrong with %j', (argv, id, values) => {
  expect(read(argv)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', id, values, also: [{ id: 'command-line.known' }] },
  })
})

test.each(['--data-dir', '--out'])('refuses an empty %s, as a variable is that nobody set', (argument) => {
  const needed = { ok: false, error: { id: 'command-line.takesFolder', values: { argument } } }
  expect(readGenerateArguments(['--prompt', 'a fox', argument, ''])).toMatchObject(needed)
  expect(readProgramArguments(['generate', '--prompt', 'a fox', argument, ''])).toMatchObject(needed)
  expect(readSequenceArguments(['film.json', argument, ''])).toMatchObject(needed)
})

test.each(['genrate', 'Generate', 'sequence', 'générer'])('the program knows no command %s', (word) => {
  expect(readProgramArguments([word, '--prompt', 'a fox'])).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', id: 'command-line.noCommand', values: { word } },
  })
})

test.each([
  'atelier://create',
  'fox.png',
  './fox',
  String.raw`C:\foxes\fox`,
  'file:///fox',
  '--safe',
  '--ozone-platform=x11',
  '',
])('the program opens Atelier with %j', (word) => {
  expect(readProgramArguments([word, 'more'])).toMatchObject({ data: { kind: 'open', args: [word, 'more'] } })
})

test('says what a command takes in place of the names, where it has words for that', () => {
  const hint = message('command-line.usageReadModels')
  expect(readArguments(['--nope'], { options: OPTIONS, hint })).toMatchObject({ error: { also: [hint] } })
  expect(read(['a', 'b'], true)).toMatchObject({ data: { positionals: ['a', 'b'] } })
})
