/** The web host that a stdio program runs where no Atelier does: with the user's own keys, without a browser. */
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import type { Result } from '#contract/errors.ts'
import { openApp } from '#core/open-app.ts'
import { PAGE_DIR, VERSION } from '#hosts/build-paths.ts'
import type { SpawnService } from '#hosts/local-service/supervisor.ts'
import { startWebHost, type WebHostOptions } from '#hosts/web/start-web-host.ts'
import { FINISH_SENDING_MS } from './make-room.ts'
import type { OwnHost } from './stdio-way.ts'

export interface OwnHostOptions {
  readonly dataDir: string
  /** Absent: without the bundled service. */
  readonly spawnService?: SpawnService
  readonly ports?: WebHostOptions['ports']
  /** Called when the user starts Atelier. */
  readonly makeRoom: () => Promise<void>
}

export function startOwnHost({ makeRoom, ...options }: OwnHostOptions): Promise<Result<OwnHost>> {
  return startWebHost({
    ...options,
    crashes: openCrashNotes(options.dataDir, Date.now, VERSION),
    port: 0,
    pageDir: PAGE_DIR,
    openApp,
    makeRoom: () => void makeRoom(),
    finishSendingMs: FINISH_SENDING_MS,
  })
}
