/**
 * Runs commands from outside the page: opens a place, or fills the form.
 *
 * Nothing of it sends a request. What a link or a file says stands in the form, with the way back, until the user presses
 * Generate.
 */
import type { Command, FormFields, PageCommand } from '#contract/app.ts'
import type { Recipe } from '#contract/exchange.ts'
import type { ModelsStore } from '../features/create/model/models-store.ts'
import { PLACES } from './router.ts'
import type { Services } from './services.ts'
import { useEffect, useRef } from 'react'
import { useHostState } from '../bridge/host.tsx'
import { askedQuotes } from '../bridge/stores/agents.ts'
import { hasCapability } from '../bridge/stores/app-status.ts'
import { isPaused } from '../bridge/stores/queue.ts'
import { leaveDialogs } from '../ui/leave-dialogs.ts'

export interface CommandTargets extends Pick<Services, 'router' | 'form' | 'reuse' | 'models' | 'host'> {
  onPalette(): void
  onHelp(): void
}

/** What they do leaves every place as it is. */
const STAYS: readonly string[] = ['pause', 'help'] satisfies readonly PageCommand[]

/** `leave` closes what lies over the place. False where the user keeps it: the command is dropped. */
export async function runCommand(
  command: Command,
  targets: CommandTargets,
  leave = leaveDialogs,
): Promise<void> {
  const { router, reuse, models } = targets
  const stays = command.kind === 'run' ? STAYS.includes(command.command) : command.kind === 'openQuotes'
  if (!stays && !(await leave())) return
  switch (command.kind) {
    case 'run':
      return run(command.command, targets)
    case 'openTask':
      return router.go('queue', command.id)
    case 'openAsset':
      return router.go('gallery', command.id)
    case 'openQuotes':
      return targets.host.approval.setState({
        isOpen: askedQuotes(targets.host.quotes.getState().items).length > 0,
      })
    case 'fillForm':
      router.go('create')
      return reuse.getState().restore(await recipeOf(command.fields, models), 'link')
    case 'restoreRecipe':
      router.go('create')
      return reuse.getState().restore(command.recipe, 'recipe')
    default:
      command satisfies never
  }
}

function run(command: PageCommand, { router, form, host, onPalette, onHelp }: CommandTargets): void {
  const place = PLACES.find((name) => command === `place:${name}`)
  if (place !== undefined) return router.go(place)
  if (command === 'palette') onPalette()
  else if (command === 'help') onHelp()
  else if (command === 'pause') {
    void host.queue.setPaused(!isPaused(host.queue.getState().queue))
  } else {
    router.go('create')
    form.getState().focusPrompt()
  }
}

/** A link may name a model without its provider; where two have it, the model in the form stays. */
async function recipeOf({ provider, model, ...fields }: FormFields, models: ModelsStore): Promise<Recipe> {
  const recipe: Recipe = { source: 'atelier', options: {} }
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (model === undefined) return { ...recipe, ...said }
  if (models.getState().list === null) await models.getState().load()
  const found = (models.getState().list?.items ?? []).filter(
    (item) => item.id === model && (provider === undefined || item.provider === provider),
  )
  const [only, ...others] = found
  if (only === undefined || others.length > 0) return { ...recipe, ...said }
  return { ...recipe, ...said, model, provider: only.provider }
}

export function useInvokedCommands(targets: CommandTargets): void {
  const isDesktop = useHostState('status', (state) => hasCapability(state, 'desktop'))
  const latest = useRef(targets)
  useEffect(() => {
    latest.current = targets
  })
  const { bridge } = targets.host
  useEffect(() => {
    if (!isDesktop) return
    const stop = bridge.on((event) => {
      if (event.name === 'command.invoked') void runCommand(event.data.command, latest.current)
    })
    // After the listener: from this response on, the host sends events.
    async function takeWaiting(): Promise<void> {
      const response = await bridge.call('desktop.commands', {})
      if (!response.ok) return
      for (const command of response.data.items) await runCommand(command, latest.current)
    }
    void takeWaiting()
    return stop
  }, [bridge, isDesktop])
}
