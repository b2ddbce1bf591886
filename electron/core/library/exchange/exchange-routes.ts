/** The calls that start an export or an import. */
import type { HandlersFor } from '../../router.ts'
import type { Exporter } from './export-library.ts'
import type { Importer } from './import-library.ts'

export type ExchangeRoute = 'library.export' | 'library.import'

export function createExchangeHandlers(
  exporter: Exporter,
  importer: Importer,
): Pick<HandlersFor<'library'>, ExchangeRoute> {
  return {
    'library.export': (wish) => exporter.start(wish),
    'library.import': ({ folder }) => importer.start(folder),
  }
}
