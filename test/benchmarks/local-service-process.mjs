/** The process of local-service-client.ts: says its address and key, and ends with its standard input. */
import { startLocalService } from '#local-service/server.ts'

const [dataDir = '', threads = ''] = process.argv.slice(2)
const ENOUGH = 1_000_000
const service = await startLocalService({
  dataDir,
  workers: Number(threads),
  paceMs: 0,
  limits: { requestsPerMinute: ENOUGH, requestsPerDay: ENOUGH, concurrentTasks: ENOUGH },
})
console.log(JSON.stringify({ baseUrl: service.baseUrl, apiKey: service.apiKey }))
process.stdin.on('end', () => void service.close().then(() => process.exit(0))).resume()
