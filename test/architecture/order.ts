/**
 * The order of the areas inside `core/` and inside `hosts/`, from the lowest to the highest: an area imports only areas below it.
 *
 * What each owns is in electron/README.md, "The order inside the core".
 */
interface Order {
  readonly root: string
  /** Folders below `root`, of which the longest that fits is the area of a file. `.` stands for the files of `root` itself. */
  readonly areas: readonly string[]
}

const ORDERS: readonly Order[] = [
  {
    root: 'electron/core/',
    areas: [
      'ports',
      'messages',
      'calls',
      'json',
      'text',
      'store',
      'context',
      'network',
      'media',
      'settings',
      'notices',
      'jobs',
      'reading',
      'results/responses',
      'library/provenance',
      'catalog/listings',
      'service',
      'catalog',
      'library',
      'results',
      'catalog/examples',
      'spending',
      'profiles',
      'prompts',
      'inputs',
      'cast',
      'library/exchange',
      'tasks',
      'library/maintenance',
      'rendering',
      'sequences',
      'hand-off',
      'arena',
      'agents',
      'app',
      '.',
    ],
  },
  {
    root: 'electron/hosts/',
    areas: [
      '.',
      'page',
      'local-service',
      'samples',
      'loopback',
      'command-line',
      'agents',
      'web',
      'stdio',
      'desktop',
    ],
  },
]

/** Whether the order has a place for the file; files outside of `core/` and `hosts/` need none. */
export function hasPlace(path: string): boolean {
  const order = orderOf(path)
  return !order || areaIn(order, path) !== null
}

/** What is wrong with an import that goes upwards; null for any other. */
export function upwards(path: string, imported: string): string | null {
  const order = orderOf(path)
  if (!order || orderOf(imported) !== order) return null
  const [area, other] = [areaIn(order, path), areaIn(order, imported)]
  if (other !== null && order.areas.indexOf(other) <= order.areas.indexOf(area ?? '')) return null
  return `${path} (${area}) may not import ${imported} (${other ?? 'in no area'}), which is not below it`
}

function orderOf(path: string): Order | undefined {
  return ORDERS.find(({ root }) => path.startsWith(root))
}

function areaIn({ root, areas }: Order, path: string): string | null {
  const rest = path.slice(root.length)
  if (!rest.includes('/')) return areas.includes('.') ? '.' : null
  const fitting = areas.filter((area) => rest.startsWith(`${area}/`))
  return fitting.toSorted((one, other) => other.length - one.length)[0] ?? null
}
