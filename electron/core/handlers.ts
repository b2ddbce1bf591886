/** Gives every area's handlers the services they use. A route without a handler does not compile. */
import {
  createAppHandlers,
  createContactHandlers,
  createDesktopHandlers,
  createJobHandlers,
  createNoticeHandlers,
  createUpdateHandlers,
} from './app/app-routes.ts'
import { createArenaHandlers } from './arena/arena-routes.ts'
import { createSupportHandlers } from './app/support-routes.ts'
import { createModelHandlers, refusesDataUris } from './catalog/model-routes.ts'
import { createCastHandlers } from './cast/cast-routes.ts'
import { createRenderingHandlers } from './rendering/rendering-routes.ts'
import { createHandOffHandlers } from './hand-off/hand-off-routes.ts'
import { createInputHandlers } from './inputs/input-routes.ts'
import { createCredentialsHandlers } from './library/credentials-routes.ts'
import {
  createCollectionHandlers,
  createSearchHandlers,
  createLibraryHandlers,
} from './library/library-routes.ts'
import { createMaintenanceHandlers } from './library/maintenance/maintenance-routes.ts'
import { createArchiveHandlers } from './library/exchange/archives/archive-routes.ts'
import { createExchangeHandlers, createRecipeHandlers } from './library/exchange/exchange-routes.ts'
import { createWatchedHandlers } from './library/exchange/watched/watched-routes.ts'
import { createProfileHandlers, createServiceHandlers } from './profiles/profile-routes.ts'
import { createPromptHandlers, createWordListHandlers } from './prompts/prompt-routes.ts'
import { type Handlers } from './calls/handlers.ts'
import { createSequenceHandlers } from './sequences/sequence-routes.ts'
import { createSettingsHandlers, createUiStateHandlers } from './settings/settings-routes.ts'
import { createSpendingHandlers } from './spending/spending-routes.ts'
import { createUiStateStore } from './settings/ui-state.ts'
import { createQueueHandlers } from './tasks/queue/queue-routes.ts'
import { createResends } from './tasks/resends.ts'
import { createTaskHandlers } from './tasks/task-routes.ts'
import type { AppOptions } from './app.ts'
import type { Services } from './assemble.ts'

export function handlersOf(options: AppOptions, services: Services): Handlers {
  const { secrets, shell, supportLogs, updates } = options
  const {
    context,
    agents,
    base,
    library: libraryServices,
    profiles,
    inputs,
    models,
    tasks,
    maintenance,
  } = services
  const { db, clock, dataDir, events, log, say } = context
  const { findProxy, jobs, notices, settings, signIns } = base
  const { library, exporter, importer, archives, watched } = libraryServices
  const { connections, engine, store } = tasks
  const activeProfile = () => profiles.activeId()
  return {
    ...createAppHandlers(options),
    ...createDesktopHandlers(shell),
    ...createUpdateHandlers(updates, events),
    ...createContactHandlers(profiles, clock, findProxy),
    ...createSupportHandlers({
      app: options,
      secrets,
      profiles,
      signIns,
      settings: settings.current,
      notices: notices.list,
      taskCounts: store.counts,
      libraryStats: library.search.stats,
      supportLogs,
      log,
    }),
    ...createSettingsHandlers(settings, signIns),
    ...createUiStateHandlers(createUiStateStore(db, clock, events)),
    ...createNoticeHandlers(notices),
    ...createServiceHandlers(clock, say),
    ...createProfileHandlers({
      profiles,
      clock,
      say,
      connection: connections.of,
      testStorage: inputs.storage.test,
      report: connections.report,
      keyHold: engine.keyHold,
      countTasks: (profileId, states) =>
        states.reduce((sum, state) => sum + store.withState(state, profileId).length, 0),
    }),
    ...createModelHandlers(models.catalog, models.memory, models.examples, activeProfile),
    ...createPromptHandlers(models.prompts),
    ...createWordListHandlers(dataDir),
    ...taskHandlers(services),
    ...createLibraryHandlers(library, shell),
    ...createMaintenanceHandlers(maintenance),
    ...createCollectionHandlers(library.collections),
    ...createSearchHandlers(library.searches),
    ...createExchangeHandlers(exporter, importer, library, shell),
    ...createArchiveHandlers(archives),
    ...createWatchedHandlers(watched),
    ...createCredentialsHandlers(library),
    ...createRecipeHandlers(library, store.find),
    ...sequenceHandlers(services),
    ...createJobHandlers(jobs),
    ...agents.handlers(async () => ({
      mcpUrl: options.agentServer?.mcpUrl() ?? null,
      command: (await options.agentServer?.command()) ?? [],
    })),
    ...createArenaHandlers(libraryServices.arena),
  }
}

/** The calls about inputs, and the cast whose images are inputs. */
function castHandlers({
  context: { say },
  base: { findProxy },
  library: { library },
  profiles,
  inputs: { inputs, ready },
  models: { memory, takesAddresses },
  cast,
}: Services) {
  const inputHandlers = createInputHandlers({
    say,
    inputs,
    library,
    ready,
    profiles,
    takesAddresses,
    refusesDataUris: (provider, model) => refusesDataUris(memory, provider, model),
    findProxy,
  })
  return {
    ...inputHandlers,
    ...createCastHandlers({
      cast,
      inputs,
      addAsset: async (assetId) => inputHandlers['inputs.add']({ assetId }),
      activeProfile: () => profiles.activeId(),
    }),
  }
}

function sequenceHandlers(services: Services) {
  return {
    ...castHandlers(services),
    ...createSequenceHandlers(services.sequences),
    ...createHandOffHandlers(handOffDeps(services), services.context.say),
    ...createRenderingHandlers(services.rendering, {
      library: services.library.library,
      inputs: services.inputs.inputs,
    }),
  }
}

export function handOffDeps(services: Services) {
  const { base, cast, context, inputs, library, profiles, rendering, sequences } = services
  return {
    ...context,
    library: library.library,
    exports: library.exports,
    inputs: inputs.inputs,
    jobs: base.jobs,
    render: rendering.render,
    hasProfile: (id: string) => profiles.get(id) !== null,
    sequences: sequences.store,
    cast: { list: cast.list, save: castHandlers(services)['cast.save'] },
  }
}

function taskHandlers({
  context,
  base: { settings },
  library: { library },
  profiles,
  cast,
  tasks,
}: Services) {
  const { durations, engine, order, spending, store } = tasks
  const activeProfile = () => profiles.activeId()
  const hasProfile = (profileId: string) => profiles.get(profileId) !== null
  return {
    ...createTaskHandlers({
      ...context,
      store,
      engine,
      order,
      resends: createResends(context.db),
      ledger: spending.ledger,
      address: (profileId) => profiles.address(profileId),
      hasProfile,
      activeProfile,
      check: tasks.check,
      expand: cast.expandAll,
      requestHash: tasks.hashOf,
      madeBy: library.madeBy,
      costsNothing: tasks.costsNothing,
    }),
    ...createQueueHandlers({
      ...context,
      store,
      engine,
      durations,
      activeProfile,
      dailyCap: (profileId) => settings.current().queue.dailyCaps[profileId] ?? null,
    }),
    ...createSpendingHandlers({
      spending,
      hasProfile,
      activeProfile,
    }),
  }
}
