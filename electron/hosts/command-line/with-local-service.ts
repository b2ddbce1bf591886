/** Runs the bundled local service for as long as one generation lasts. */
import { join } from 'node:path'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { App } from '#core/app.ts'
import { LOCAL_SERVICE_ENTRY } from '#hosts/build-paths.ts'
import { spawnNodeService } from '#hosts/local-service/spawn-node-service.ts'
import { superviseLocalService, type Supervisor } from '#hosts/local-service/supervisor.ts'

const START_MS = 20_000

/** Answers when the application knows where the service is. */
export async function withLocalService(app: App, dataDir: string): Promise<Result<Supervisor>> {
  const clock = createSystemClock()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(START_MS, () => resolve(false))
  const supervisor = superviseLocalService({
    app: {
      setLocalService: (at) => {
        app.setLocalService(at)
        if (at) resolve(true)
      },
    },
    dataDir: join(dataDir, 'local-service'),
    spawn: (folder) => spawnNodeService(LOCAL_SERVICE_ENTRY, folder),
    clock,
    random: Math.random,
    log: () => undefined,
  })
  const started = await promise
  cancel()
  if (started) return succeed(supervisor)
  await supervisor.close()
  return fail('service_unavailable', 'The bundled local service did not start within 20 s.')
}
