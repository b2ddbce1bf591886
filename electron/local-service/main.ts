/**
 * Entry: runs the local service as a program of its own.
 *
 * Owns the one line on stdout, the exit codes (2 for a wrong argument, 1 when it cannot start) and when to end.
 */
import { readCommandLine, type CommandLine } from './command-line.ts'
import { startLocalService, type LocalService } from './server.ts'

const reading = readCommandLine(process.argv.slice(2), process.env)
if (reading.ok) {
  await run(reading.commandLine)
} else {
  process.stderr.write(`${reading.message}\n`)
  process.exitCode = 2
}

async function run(commandLine: CommandLine): Promise<void> {
  const { port, dataDir, apiKey, exitWithParent } = commandLine
  let service: LocalService
  try {
    service = await startLocalService({ port, dataDir, ...(apiKey === null ? {} : { apiKey }) })
  } catch (error) {
    process.stderr.write(`${explain(error, commandLine)}\n`)
    process.exitCode = 1
    return
  }

  let ending = false
  function end(): void {
    if (ending) return
    ending = true
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  process.once('disconnect', end)
  if (exitWithParent) process.stdin.once('end', end).once('error', end).once('close', end).resume()
  process.stdout.write(
    `${JSON.stringify({ ready: true, baseUrl: service.baseUrl, apiKey: service.apiKey })}\n`,
  )
}

function explain(error: unknown, { port, dataDir }: CommandLine): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; choose another or 0.`
  if (code === 'EACCES' && message.includes('listen')) return `Port ${port} may not be opened by this user.`
  if (/database is locked/u.test(message)) return `The folder ${dataDir} is in use by another local service.`
  return `The folder ${dataDir} cannot be used: ${message.replaceAll('\n', ' ')}.`
}
