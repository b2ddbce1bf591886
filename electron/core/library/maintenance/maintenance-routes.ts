/** The calls that look after the library: the trash, backups, and what checks and rebuilds it. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../../calls/handlers.ts'
import type { Maintenance } from './maintenance.ts'

type OwnRoute = `library.${'emptyTrash' | 'backup' | 'verify' | 'rebuild'}`

export function createMaintenanceHandlers(
  maintenance: Pick<Maintenance, 'emptyTrash' | 'backUp' | 'verify' | 'rebuild'>,
): Pick<HandlersFor<'library'>, OwnRoute> {
  return {
    'library.emptyTrash': ({ ids }) => maintenance.emptyTrash(ids),
    'library.backup': () => succeed(maintenance.backUp()),
    'library.verify': () => maintenance.verify(),
    'library.rebuild': () => maintenance.rebuild(),
  }
}
