/** Reads the command line of `generate` into a request. */
import { succeed } from '#contract/errors.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { SERVICE_KINDS } from '#contract/services.ts'
import { APIS } from '#core/service/registry.ts'
import { readArguments } from './read-arguments.ts'
import { oneOf, readRequest, REQUEST_OPTIONS } from './request-arguments.ts'

export function usage(): Message {
  const variables = APIS.flatMap(({ kind, keyVariable }) =>
    keyVariable === undefined ? [] : [`${kind}: ${keyVariable}`],
  )
  return message('command-line.usage', { services: SERVICE_KINDS, variables })
}

export type GenerateArguments = Exclude<
  Extract<ReturnType<typeof readGenerateArguments>, { ok: true }>['data'],
  'help'
>

const OPTIONS = {
  ...REQUEST_OPTIONS,
  service: { type: 'string' },
  'base-url': { type: 'string' },
} as const

/** `help` when only the usage is asked for. */
export function readGenerateArguments(args: readonly string[]) {
  const read = readArguments(args, { options: OPTIONS })
  if (!read.ok) return read
  const { values } = read.data
  if (values.help) return succeed('help' as const)
  const service = values.service === undefined ? null : oneOf(values.service, '--service', SERVICE_KINDS)
  if (service?.ok === false) return service
  const request = readRequest(values)
  if (!request.ok) return request
  return succeed({ ...request.data, service: service?.data, baseUrl: values['base-url'] })
}
