/** Reads the words of a command line, and says in our own words what is wrong with one. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'

type Options = NonNullable<ParseArgsConfig['options']>

interface Grammar<Known extends Options> {
  readonly options: Known
  /** Whether words may stand alone. */
  readonly allowPositionals?: boolean
  /** What follows the mistake; without it the names of all arguments. */
  readonly hint?: Message
}

/** The arguments; fails where one is unknown, has no value, or has one that it does not take. */
export function readArguments<const Known extends Options>(
  argv: readonly string[],
  { options, allowPositionals = false, hint }: Grammar<Known>,
) {
  const args = [...argv]
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true })
  for (const token of tokens) {
    const problem = problemOf(token, options, allowPositionals)
    if (problem) return fail('invalid_input', followedBy(problem, hint ?? namesOf(options)))
  }
  return succeed(parseArgs({ args, options, allowPositionals }))
}

type Token = NonNullable<ReturnType<typeof parseArgs<{ tokens: true; strict: false }>>['tokens']>[number]

function problemOf(token: Token, options: Options, allowPositionals: boolean): Message | null {
  if (token.kind === 'option-terminator') return null
  if (token.kind === 'positional')
    return allowPositionals ? null : message('command-line.unexpectedWord', { word: token.value })
  const { name, rawName: argument, value, inlineValue } = token
  if (!Object.hasOwn(options, name)) return message('command-line.unknownArgument', { argument })
  if (options[name]?.type === 'boolean')
    return value === undefined ? null : message('command-line.valueNotTaken', { argument })
  // As Node reads it strictly: another argument is no value, unless it stands behind "=".
  const isMissing = value === undefined || (!inlineValue && value.length > 1 && value.startsWith('-'))
  return isMissing ? message('command-line.valueMissing', { argument }) : null
}

function namesOf(options: Options): Message {
  return message('command-line.known', { known: Object.keys(options).map((name) => `--${name}`) })
}

/** For what takes a folder's path: nothing else than what was asked for, because another folder is another library. */
export function folderNeeded(argument: string): Result<never> {
  return fail('invalid_input', message('command-line.takesFolder', { argument }))
}
