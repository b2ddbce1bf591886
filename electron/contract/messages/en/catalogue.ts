/** Everything that both sides may say, in English. */
import agents from './agents.json' with { type: 'json' }
import app from './app.json' with { type: 'json' }
import arena from './arena.json' with { type: 'json' }
import cast from './cast.json' with { type: 'json' }
import catalog from './catalog.json' with { type: 'json' }
import commandLine from './command-line.json' with { type: 'json' }
import desktop from './desktop.json' with { type: 'json' }
import exchange from './exchange.json' with { type: 'json' }
import handOff from './hand-off.json' with { type: 'json' }
import hosts from './hosts.json' with { type: 'json' }
import inputs from './inputs.json' with { type: 'json' }
import library from './library.json' with { type: 'json' }
import profiles from './profiles.json' with { type: 'json' }
import prompts from './prompts.json' with { type: 'json' }
import queue from './queue.json' with { type: 'json' }
import rendering from './rendering.json' with { type: 'json' }
import results from './results.json' with { type: 'json' }
import sequences from './sequences.json' with { type: 'json' }
import service from './service.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import shared from './shared.json' with { type: 'json' }
import spending from './spending.json' with { type: 'json' }
import store from './store.json' with { type: 'json' }
import tasks from './tasks.json' with { type: 'json' }

export default {
  ...agents,
  ...app,
  ...arena,
  ...cast,
  ...catalog,
  ...commandLine,
  ...desktop,
  ...exchange,
  ...handOff,
  ...hosts,
  ...inputs,
  ...library,
  ...profiles,
  ...prompts,
  ...queue,
  ...rendering,
  ...results,
  ...sequences,
  ...service,
  ...settings,
  ...shared,
  ...spending,
  ...store,
  ...tasks,
}
