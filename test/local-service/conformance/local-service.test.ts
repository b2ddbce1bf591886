import { startService, textRequest } from '../support/service.ts'
import { describeConformance } from './describe-conformance.ts'

describeConformance('the local service', async (limits = {}) => {
  const paceMs = limits.concurrentTasks === undefined ? 0 : 60_000
  const service = await startService({ paceMs, limits: { contactsPerMinute: 50, ...limits } })
  return {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    otherApiKey: service.addApiKey('someone-else'),
    generateBody: textRequest(),
    close: service.stop,
  }
})
