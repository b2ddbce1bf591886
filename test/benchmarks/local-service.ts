/**
 * The local service's speed: how long each model takes by the service's own account, and how long a poll waits while 200 clients
 * ask for 5,000 tasks and the makers work.
 *
 * `npm run bench -- local-service [--only making|polling] [--model ID] [--clients 200] [--tasks 5000] [--seconds 20]`. Goals on two
 * cores: a 1024 x 1024 image in 1.5 s, a video of 4 s at 720p in 20 s, a minute of music in 5 s, p99 of a poll 50 ms.
 */
import { parseArgs } from 'node:util'
import { measureMaking } from './local-service-making.ts'
import { measurePolling } from './local-service-polling.ts'
import { startMeasuredService } from './local-service-client.ts'

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      model: { type: 'string' },
      clients: { type: 'string', default: '200' },
      tasks: { type: 'string', default: '5000' },
      seconds: { type: 'string', default: '20' },
    },
  })
  if (values.only !== 'polling') {
    const service = await startMeasuredService({ threads: 2 })
    const single = await startMeasuredService({ threads: 1 })
    try {
      await measureMaking(service, single, values.model ?? null)
    } finally {
      await Promise.all([service.close(), single.close()])
    }
  }
  if (values.only !== 'making') {
    const service = await startMeasuredService({ threads: 2 })
    try {
      await measurePolling(service, {
        clients: Number(values.clients),
        tasks: Number(values.tasks),
        seconds: Number(values.seconds),
      })
    } finally {
      await service.close()
    }
  }
}
