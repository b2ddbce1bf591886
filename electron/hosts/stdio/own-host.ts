/** The web host that a stdio program runs where no Atelier does: with the user's own keys, without a browser. */
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import type { Result } from '#contract/errors.ts'
import type { Say } from '#core/messages/render.ts'
import { openApp } from '#core/open-app.ts'
import { PAGE_DIR, VERSION } from '#hosts/build-paths.ts'
import type { SpawnService } from '#hosts/local-service/supervisor.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import { FINISH_SENDING_MS } from '#hosts/agents/close-for-user.ts'
import type { OwnHost } from './find-server.ts'

interface OwnHostOptions {
  readonly dataDir: string
  readonly say: Say
  /** Absent: without the bundled service. */
  readonly spawnService?: SpawnService
  /** Called when the user starts Atelier. */
  readonly closeForUser: () => Promise<void>
}

export function startOwnHost({ closeForUser, ...options }: OwnHostOptions): Promise<Result<OwnHost>> {
  return startWebHost({
    ...options,
    crashes: openCrashNotes(options.dataDir, Date.now, VERSION),
    port: 0,
    pageDir: PAGE_DIR,
    openApp,
    closeForUser: () => void closeForUser(),
    finishSendingMs: FINISH_SENDING_MS,
  })
}
