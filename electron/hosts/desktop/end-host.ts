/** The way out: what was started ends in its order, or is cut short. */
import type { Result } from '#contract/errors.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { DesktopHost } from './start-desktop-host.ts'

/** What takes longer does not come to an end. The next start finds everything as after a crash: nothing that was paid for is lost. */
export const MAX_END_MS = 20_000

/** Also of a host that is starting still. Nobody waits for a start that does not come to its end either. */
export async function endHost(
  starting: Promise<Result<Pick<DesktopHost, 'close' | 'updates'>>>,
  exit: (code: number) => void,
  { after }: Pick<Clock, 'after'>,
): Promise<void> {
  let isCut = false
  const disarm = after(MAX_END_MS, () => {
    isCut = true
    exit(1)
  })
  const host = await starting.catch(() => null)
  if (host?.ok) await host.data.close().catch(() => undefined)
  if (isCut) return
  disarm()
  if (host?.ok) host.data.updates.finish(() => exit(0))
  else exit(1)
}
