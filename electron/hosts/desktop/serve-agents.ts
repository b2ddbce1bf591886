/**
 * `atelier --mcp`: the installed program for an agent, on standard input and output, without a window.
 *
 * It never takes the single instance, which is the window's. Where no Atelier runs it is a host of its own, with the desktop's keys.
 */
import { app, session } from 'electron'
import { openSafeStorage } from '#adapters/electron/safe-storage.ts'
import type { Say } from '#core/messages/render.ts'
import { startOwnHost, serveStdio } from '#hosts/stdio/stdio-program.ts'
import { LOCAL_SERVICE_ENTRY } from '#hosts/build-paths.ts'
import { spawnUtilityReader, spawnUtilityService } from './spawn-utility-service.ts'
import { systemProxy } from './system-proxy.ts'

/** Resolves to the exit code when the agent has gone. */
export function serveAgents(dataDir: string, say: Say): Promise<number> {
  app.dock?.hide()
  return serveStdio(dataDir, say, async (closeForUser) => {
    await app.whenReady()
    return startOwnHost({
      dataDir,
      say,
      closeForUser,
      spawnService: (folder) => spawnUtilityService(LOCAL_SERVICE_ENTRY, folder),
      ports: async (settings, log) => ({
        // Nobody sits before it who could be asked where keys are kept.
        secrets: await openSafeStorage({ dataDir, settings, ask: async () => null, log }),
        reader: { spawn: spawnUtilityReader },
        systemProxy: (url) => systemProxy(session.defaultSession, url),
      }),
    })
  })
}
