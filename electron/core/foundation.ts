/**
 * Opens what tasks are built on: settings, the reader, the library, profiles, inputs, models and the cast. Each is built from those
 * that exist already.
 */
import { createSay } from './messages/render.ts'
import { createNotices } from './notices/notices.ts'
import { createArena } from './arena/arena.ts'
import { type Cast, createCast } from './cast/cast.ts'
import { createCatalog } from './catalog/catalog.ts'
import { createModelExamples } from './catalog/examples/model-examples.ts'
import { createModelMemory } from './catalog/model-memory.ts'
import { createEventBus } from './calls/events.ts'
import type { Context } from './context/context.ts'
import { createInputs } from './inputs/inputs.ts'
import { createReadyMedia } from './inputs/ready-media.ts'
import { createStorage } from './inputs/storage/storage.ts'
import { createJobs } from './jobs/jobs.ts'
import { createExporter } from './library/exchange/export-library.ts'
import { createExportsFolder } from './library/exchange/exports-folder.ts'
import { createArchives } from './library/exchange/archives/import-archive.ts'
import { createImporter } from './library/exchange/import-library.ts'
import { createWatchedFolders } from './library/exchange/watched/watched-folders.ts'
import { createLibrary } from './library/library.ts'
import { openProfiles, type Profiles } from './profiles/open-profiles.ts'
import { createPromptHistory } from './prompts/prompt-history.ts'
import { forkReader, openReader } from './open-reader.ts'
import { NO_WATCHDOG, readSilence, startWatchdog } from './reading/watchdog.ts'
import { isLocalService } from './network/safe-address.ts'
import type { TakesAddresses } from './inputs/encode.ts'
import { apiOf, FIRST_KIND } from './service/registry.ts'
import { keepListedPrices } from './spending/listed-prices.ts'
import { createFindProxy } from './service/transport/proxied-fetch.ts'
import { createProxySignIns, moveSignIn } from './settings/proxy-sign-in.ts'
import { createSettingsStore } from './settings/settings.ts'
import { modelKnowledge } from './catalog/model-routes.ts'
import type { OpenDirectory } from './open-directory.ts'
import { databasePath } from './store/recovery/recover.ts'
import { createPastTasks, learnTogether } from './tasks/task-learner.ts'
import type { AppOptions } from './app.ts'

export interface Foundation {
  readonly context: Context
  readonly base: Awaited<ReturnType<typeof openBase>>
  readonly library: ReturnType<typeof openLibrary>
  readonly profiles: Profiles
  readonly inputs: ReturnType<typeof openInputs>
  readonly models: ReturnType<typeof openModels>
  readonly cast: Cast
}

export async function openFoundation(options: AppOptions, directory: OpenDirectory): Promise<Foundation> {
  const { clock, dataDir, log, random } = options
  const { db } = directory
  const events = createEventBus(log)
  const context: Context = { db, clock, random, events, log, say: await createSay('en'), dataDir }
  const base = await openBase(context, options)
  const library = openLibrary(context, options, directory.media, base)
  const profiles = await openProfiles({ ...base, events, file: options.settings, secrets: options.secrets })
  const inputs = openInputs(context, base, profiles, directory.media)
  const models = openModels(context, base, profiles)
  const cast = openCast(context, inputs, models)
  return { context, base, library, profiles, inputs, models, cast }
}

async function openBase(
  context: Context,
  { notices, secrets, settings: file, reader = {}, systemProxy, watchdog }: AppOptions,
) {
  const { clock, dataDir, events, log, say } = context
  const signIns = createProxySignIns(secrets)
  await moveSignIn(file, signIns, log)
  const settings = createSettingsStore(file, events)
  const silence = await readSilence(dataDir)
  const wasSilent = silence?.length === 0
  if (silence) log(`Atelier did not respond at its end, and was reading: ${silence.join(', ') || 'nothing'}.`)
  return {
    reader: await openReader({ ...context, spawn: forkReader, wasSilent, ...reader }),
    skipped: silence ?? [],
    watchdog: watchdog ? startWatchdog(dataDir, log) : NO_WATCHDOG,
    settings,
    signIns,
    notices: createNotices(events, notices ?? [], say),
    jobs: createJobs(events, clock, say, log),
    findProxy: createFindProxy(() => settings.current().network.proxy, systemProxy, signIns.fill),
  }
}

function openLibrary(
  context: Context,
  { settings: file, shell, version }: AppOptions,
  media: OpenDirectory['media'],
  { jobs, reader, watchdog }: Foundation['base'],
) {
  const library = createLibrary(context, media, reader)
  const exports = createExportsFolder(context.dataDir)
  return {
    library,
    exports,
    exporter: createExporter({ ...context, library, exports, jobs, version, shell }),
    importer: createImporter({ ...context, library, jobs, shell, watchdog }),
    archives: createArchives({ ...context, library, jobs, shell, watchdog }),
    watched: createWatchedFolders({ ...context, library, jobs, shell, watchdog, file }),
    arena: createArena({ ...context, database: databasePath(context.dataDir), find: library.find }),
  }
}

function openInputs(
  context: Context,
  { findProxy, reader }: Foundation['base'],
  profiles: Foundation['profiles'],
  { partPath }: OpenDirectory['media'],
) {
  const inputs = createInputs({ ...context, reader, partPath })
  return {
    inputs,
    ready: createReadyMedia(inputs, context.dataDir, reader),
    storage: createStorage({ ...context, profiles, findProxy }),
  }
}

/** Call before the first task is submitted: what is in the database now are past tasks. */
function openModels(
  context: Context,
  { findProxy, skipped, reader, watchdog }: Foundation['base'],
  profiles: Foundation['profiles'],
) {
  const { db, clock } = context
  const api = (profileId: string) => apiOf(profiles.get(profileId)?.kind ?? FIRST_KIND)
  const takesAddresses: TakesAddresses = (profileId, model) => api(profileId).takesAddresses?.(model) ?? true
  const memory = createModelMemory(db, takesAddresses)
  const prompts = createPromptHistory(db)
  const learner = learnTogether([memory, prompts])
  const catalog = createCatalog({
    ...context,
    watchdog,
    skipped,
    keepPrices: (profileId, models, of) => keepListedPrices(context, profileId, models, of),
    address: async (profileId) => {
      await profiles.untilStarted(profileId, clock)
      return profiles.address(profileId)
    },
    api,
    source: (profileId) => {
      const profile = profiles.get(profileId)
      return profile && !profile.builtIn ? profile.baseUrl : profileId
    },
  })
  const examples = createModelExamples({
    ...context,
    findProxy,
    reader,
    urlOf: catalog.exampleUrl,
    isLocal: (profileId) => isLocalService(profiles.get(profileId)?.baseUrl ?? ''),
  })
  const pastTasks = createPastTasks(db, learner)
  return { catalog, examples, memory, prompts, learner, pastTasks, takesAddresses }
}

function openCast(
  context: Context,
  { inputs }: Foundation['inputs'],
  { catalog, memory }: Foundation['models'],
): Cast {
  return createCast({
    ...context,
    inputs,
    modelOf: (profileId, provider, id) => {
      const knowledge = modelKnowledge(memory, provider, id)
      const { optionSchema, scenes = [] } = catalog.known(profileId, provider, id) ?? {}
      return { schema: optionSchema ?? knowledge.tableSchema, knowledge, scenes }
    },
    learn: catalog.entry,
  })
}
