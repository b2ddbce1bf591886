/**
 * Stands in for the `electron` module of the main process: what `run.ts` hands to the application.
 *
 * Shapes follow electron.d.ts of the pinned version; what is assumed of the behaviour stands in each module with its
 * source. A member that is missing throws when it is read, and a missing module fails the import.
 */
import * as members from './members.ts'
import { strict } from './runtime.ts'

export * from './members.ts'
export default strict('electron', { ...members })
