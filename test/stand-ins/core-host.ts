/**
 * A process of its own around the core, to be killed: opens a data directory against a service, submits what it is asked for,
 * and says on standard output what happens.
 *
 * Started as `node core-host.ts DIR BASE_URL SUBMISSIONS NAME`; `-` for BASE_URL leaves the service out of reach. One line of JSON for each change of a task, and `{"ready":true}`.
 */
import { openApp } from '#core/open-app.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import { createSessionSecrets } from '#adapters/node/session-secrets.ts'
import { coreOptions } from './core-options.ts'

const [dataDir = '', baseUrl = '', submissions = '0', name = 'fox'] = process.argv.slice(2)
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const opened = await openApp(
  coreOptions(dataDir, {
    random: () => 0.1,
    secrets: createSessionSecrets(),
    settings: openSettingsFile(dataDir),
    log: (line) => say({ log: line }),
  }),
)
if (!opened.ok) throw new Error(opened.error.message)
const app = opened.data
app.subscribe((event) => {
  if (event.name === 'task.changed') say({ task: event.data.task.id, state: event.data.task.state })
})
if (baseUrl !== '-') app.setLocalService({ baseUrl, apiKey: 'key-for-tests' })
const requests = Array.from({ length: Number(submissions) }, (_, number) => ({
  provider: 'stand-in',
  mediaType: 'image',
  model: 'sample',
  scene: 'text-to-image',
  prompt: `${name} ${number}`,
}))
if (requests.length > 0) await app.call('tasks.submit', { requests })
say({ ready: true })
process.stdin.on('end', () => void app.close().then(() => process.exit(0)))
process.stdin.resume()
