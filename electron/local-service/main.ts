/**
 * Entry: runs the sample service as a program of its own.
 *
 * Owns the one line on stdout, the exit codes (2 for a wrong argument, 1 when it cannot start) and when to end.
 */
import { readCommandLine, type CommandLine } from './command-line.ts'
import { startLocalService, type LocalService } from './server.ts'

const DAY_MS = 24 * 3_600_000
const GIGABYTE = 1024 ** 3

const reading = readCommandLine(process.argv.slice(2), process.env)
switch (reading.kind) {
  case 'start':
    await run(reading.commandLine)
    break
  case 'help':
    process.stdout.write(reading.text)
    break
  case 'wrong':
    process.stderr.write(`${reading.message}\n`)
    process.exitCode = 2
}

async function run(commandLine: CommandLine): Promise<void> {
  const { port, dataDir, apiKey, users, keepDays, keepGigabytes, exitWithParent } = commandLine
  let service: LocalService
  try {
    service = await startLocalService({
      port,
      dataDir,
      users,
      retention: { maxAgeMs: keepDays * DAY_MS, maxBytes: keepGigabytes * GIGABYTE },
      ...(apiKey === null ? {} : { apiKey }),
    })
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
  process.on('SIGHUP', end)
  process.once('disconnect', end)
  if (exitWithParent) process.stdin.once('end', end).once('error', end).once('close', end).resume()
  const { baseUrl, userKeys } = service
  const keys = Object.keys(userKeys).length === 0 ? {} : { keys: userKeys }
  process.stdout.write(`${JSON.stringify({ ready: true, baseUrl, apiKey: service.apiKey, ...keys })}\n`)
}

function explain(error: unknown, { port, dataDir }: CommandLine): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const message = error instanceof Error ? error.message : String(error)
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program; choose another or 0.`
  if (code === 'EACCES' && message.includes('listen')) return `Port ${port} may not be opened by this user.`
  if (/database is locked/u.test(message)) return `The folder ${dataDir} is in use by another sample service.`
  if (/cannot have the same key/u.test(message)) return `The keys do not fit: ${message}.`
  return `The folder ${dataDir} cannot be used: ${message.replaceAll('\n', ' ')}.`
}
