/**
 * Every call renderer → host: the schema of its input and the type of its output.
 *
 * Adding a call touches the file of its area and its handler; the preload and the HTTP bridge never change. Names and shapes
 * listed in the architecture's contract are relied on by scripts and stay.
 */
import type { z } from 'zod'
import { agentRoutes } from './agents.ts'
import { appRoutes } from './app.ts'
import { archiveRoutes } from './archives.ts'
import { arenaRoutes } from './arena.ts'
import { castRoutes } from './cast.ts'
import { credentialsRoutes } from './credentials.ts'
import { exchangeRoutes } from './exchange.ts'
import { renderingRoutes } from './rendering.ts'
import { inputRoutes } from './inputs.ts'
import { libraryRoutes } from './library.ts'
import { modelRoutes } from './models.ts'
import { profileRoutes } from './profiles.ts'
import { promptRoutes } from './prompts.ts'
import { queueRoutes } from './queue.ts'
import { sequenceRoutes } from './sequences.ts'
import { serviceRoutes } from './services.ts'
import { settingsRoutes } from './settings.ts'
import { spendingRoutes } from './spending.ts'
import { taskRoutes } from './tasks.ts'
import { watchedRoutes } from './watched.ts'

export const routes = {
  ...appRoutes,
  ...serviceRoutes,
  ...profileRoutes,
  ...modelRoutes,
  ...inputRoutes,
  ...promptRoutes,
  ...castRoutes,
  ...taskRoutes,
  ...queueRoutes,
  ...libraryRoutes,
  ...sequenceRoutes,
  ...renderingRoutes,
  ...exchangeRoutes,
  ...archiveRoutes,
  ...watchedRoutes,
  ...credentialsRoutes,
  ...agentRoutes,
  ...settingsRoutes,
  ...arenaRoutes,
  ...spendingRoutes,
} as const

/** The longest input of a call as JSON text, in bytes; the least of all for a call that does not exist. */
export function largestInputBytes(name: string): number {
  return Object.hasOwn(routes, name)
    ? routes[name as RouteName].largestBytes
    : routes['app.info'].largestBytes
}

export type Routes = typeof routes

export type RouteName = keyof Routes

export type RouteInput<Name extends RouteName> = z.input<Routes[Name]['input']>

export type ParsedInput<Name extends RouteName> = z.output<Routes[Name]['input']>

export type RouteOutput<Name extends RouteName> = NonNullable<Routes[Name]['output']>
