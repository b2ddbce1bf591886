/**
 * The calls behind support: what a report holds, a fault of the page, and the choice of where keys are stored.
 *
 * A report is made of facts and of the host's logs. It holds no prompt by what is put in, and no key by a last check of
 * the whole text.
 */
import { homedir, release, totalmem, type } from 'node:os'
import type { AppInfo, Notice } from '#contract/app.ts'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { LibraryStats } from '#contract/library.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Settings } from '#contract/settings.ts'
import type { Secrets } from '../ports/settings.ts'
import { createKeyCleaner } from '../service/transport/key-cleaner.ts'
import type { ProxySignIns } from '../settings/proxy-sign-in.ts'
import type { Profiles } from '../profiles/open-profiles.ts'
import type { Handlers } from '../calls/handlers.ts'

/** Who an address is opened as: a proxy's may say so. */
const ACCOUNT = /(?<=\w:\/\/)[^\s/@"]+(?=@)/g

type SupportHandlers = Pick<Handlers, 'app.supportBundle' | 'app.chooseKeyStorage' | 'app.reportFault'>

export interface SupportDeps {
  readonly app: Pick<AppInfo, 'version' | 'host' | 'dataDir' | 'safeMode'>
  readonly secrets: Pick<Secrets, 'protection' | 'choose'>
  readonly profiles: Pick<Profiles, 'list' | 'withoutKeys'>
  readonly signIns: Pick<ProxySignIns, 'bare'>
  readonly settings: () => Settings
  readonly notices: () => readonly Notice[]
  readonly taskCounts: () => Readonly<Record<TaskState, number>>
  readonly libraryStats: () => Result<LibraryStats> | Promise<Result<LibraryStats>>
  /** The end of the logs and the notes of crashes, by file; the host's business. */
  readonly supportLogs?: (() => Promise<string>) | undefined
  readonly log: (line: string) => void
}

export function createSupportHandlers(deps: SupportDeps): SupportHandlers {
  return {
    'app.supportBundle': async () => {
      const parts = [await factsOf(deps), (await deps.supportLogs?.()) ?? 'This host keeps no log.']
      const text = await withoutSecrets(deps, parts.join('\n\n'))
      return succeed({ text: text.replaceAll(ACCOUNT, '[removed]').replaceAll(homedir(), '~') })
    },
    'app.chooseKeyStorage': async () => {
      const { secrets } = deps
      if (!secrets.choose) return fail('not_available_here', 'app.keyStorage.fixed')
      await secrets.choose()
      return succeed({ secretProtection: secrets.protection })
    },
    'app.reportFault': async ({ message, stack }) => {
      // A fault of the form in which a key is entered may quote it.
      deps.log(await withoutSecrets(deps, `The page failed: ${message} ${stack ?? ''}`))
      return succeed({})
    },
  }
}

/** What is shorter could stand in a text by chance. In characters. */
const MIN_SECRET = 4

async function withoutSecrets({ profiles, signIns }: SupportDeps, text: string): Promise<string> {
  const clean = (rest: string, secret: string): string =>
    secret.length < MIN_SECRET ? rest : createKeyCleaner(secret).text(rest.replaceAll(secret, '[removed]'))
  return (await signIns.bare()).reduce(clean, await profiles.withoutKeys(text))
}

async function factsOf(deps: SupportDeps): Promise<string> {
  const { app, secrets, profiles } = deps
  const { items, activeId } = profiles.list()
  const stats = await deps.libraryStats()
  const { electron, chrome, node } = process.versions
  return [
    `Atelier ${app.version} (${app.host}${app.safeMode ? ', safe mode' : ''})`,
    `System: ${type()} ${release()}, ${process.arch}, ${Math.round(totalmem() / 2 ** 30)} GB`,
    `Runtime: Node ${node}${electron ? `, Electron ${electron}, Chromium ${chrome}` : ''}, running for ${Math.round(process.uptime())} s`,
    `Data folder: ${app.dataDir}`,
    `Keys: ${secrets.protection}`,
    ...items.map(({ id, baseUrl, builtIn, keyState, storageKeys = 'none' }) => {
      const place = builtIn ? 'built in' : baseUrl
      return `Service: ${place}, key ${keyState}, bucket keys ${storageKeys}${id === activeId ? ', active' : ''}`
    }),
    `Settings: ${JSON.stringify(deps.settings())}`,
    `Tasks: ${JSON.stringify(deps.taskCounts())}`,
    `Library: ${stats.ok ? JSON.stringify(stats.data) : stats.error.id}`,
    ...deps.notices().map(({ code, message }) => `Notice ${code}: ${message.text}`),
  ].join('\n')
}
