/** The web host that a stdio program runs where no Atelier does: with the user's own keys, without a browser. */
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import type { Result } from '#contract/errors.ts'
import { openApp } from '#core/open-app.ts'
import { LOCAL_SERVICE_ENTRY, PAGE_DIR, VERSION } from '#hosts/build-paths.ts'
import { spawnNodeService } from '#hosts/local-service/spawn-node-service.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import { FINISH_SENDING_MS } from './make-room.ts'
import type { OwnHost } from './stdio-way.ts'

export interface OwnHostOptions {
  readonly dataDir: string
  readonly localService: boolean
  /** Called when the user starts Atelier. */
  readonly makeRoom: () => Promise<void>
}

export function startOwnHost({ dataDir, localService, makeRoom }: OwnHostOptions): Promise<Result<OwnHost>> {
  return startWebHost({
    dataDir,
    crashes: openCrashNotes(dataDir, Date.now, VERSION),
    port: 0,
    pageDir: PAGE_DIR,
    openApp,
    makeRoom: () => void makeRoom(),
    finishSendingMs: FINISH_SENDING_MS,
    ...(localService && { spawnService: (folder) => spawnNodeService(LOCAL_SERVICE_ENTRY, folder) }),
  })
}
