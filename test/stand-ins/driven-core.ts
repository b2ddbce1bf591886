/**
 * A process around the core that does what it is told over standard input: to be driven, and killed, by core-driver.ts.
 *
 * Started as `node driven-core.ts DIR SPEED ORIGIN_MS`. Takes `{"id","route","input"}` and answers `{"id","result"}`, a line
 * each, and says `{"settled"}` with the id of a task that came to rest; the route `local-service` says where the bundled service is,
 * and routes such as `access.quote` call the agents' server with a list of arguments. The end of standard input closes it.
 */
import { createInterface } from 'node:readline'
import { openApp } from '#core/open-app.ts'
import type { App } from '#core/app.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import { createSessionSecrets } from '#adapters/node/keychain.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import type { AccessCall } from './core-driver.ts'
import { coreOptions } from './core-options.ts'
import { createQuickClock } from './manual-clock.ts'

interface Command {
  readonly id: number
  readonly route: string
  readonly input: unknown
}

const [dataDir = '', speed = '1', originMs = '0'] = process.argv.slice(2)
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const opened = await openApp(
  coreOptions(dataDir, {
    clock: createQuickClock(Number(speed), Number(originMs)),
    secrets: createSessionSecrets(),
    settings: openSettingsFile(dataDir),
    log: (line) => say({ log: line }),
    watchdog: process.env['WATCHDOG'] !== undefined,
  }),
)
if (!opened.ok) throw new Error(opened.error.id)
const app = opened.data
app.subscribe((event) => {
  if (event.name === 'task.changed' && !isOpen(event.data.task.state)) say({ settled: event.data.task.id })
})
say({ ready: true, pid: process.pid })

const accessCalls: { readonly [Name in AccessCall as `access.${Name}`]: App['agents'][Name] } = {
  'access.identify': app.agents.identify,
  'access.quote': app.agents.quote,
  'access.generate': app.agents.generate,
}

const run = async ({ id, route, input }: Command): Promise<void> => {
  if (route === 'local-service') {
    app.setLocalService({ baseUrl: String(input), apiKey: 'key-for-tests' })
    say({ id, result: { ok: true, data: null } })
    return
  }
  const accessCall = (accessCalls as Readonly<Record<string, (...input: never[]) => unknown>>)[route]
  say({
    id,
    result: await (accessCall ? Promise.resolve(accessCall(...(input as never[]))) : app.call(route, input)),
  })
}
createInterface({ input: process.stdin })
  .on('line', (line) => void run(JSON.parse(line) as Command))
  .on('close', () => void app.close().then(() => process.exit(0)))
