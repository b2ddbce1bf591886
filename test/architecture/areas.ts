/**
 * The table "Who may import whom", as data and as a check over what files import.
 */
import type { Import, SourceFile } from './imports.ts'
import { hasPlace, upwards } from './order.ts'

interface Area {
  readonly name: string
  /** The files of the area. The first area whose pattern fits is the one of a file. */
  readonly files: RegExp
  readonly node: boolean
  readonly packages: (name: string) => boolean
  /** Files of the project beside the area's own. */
  readonly project: readonly RegExp[]
  /** Files of which only types may be imported. */
  readonly types?: readonly RegExp[]
}

const ELECTRON = ['electron', 'electron-store']
const SERVERS = ['hono', '@hono/node-server']
const CONTRACT = /^electron\/contract\//u
/** What the page may run of the contract: rules and failures, without the schemas and their library. */
const RULES = /^electron\/contract\/(?:rules\/|errors\.ts$)/u
const PORTS = /^electron\/core\/ports\//u
const BRIDGE = /^renderer\/bridge\//u
const UI = /^renderer\/ui\//u
const ICONS = /^renderer\/icons\.tsx$/u
const WORDS = /^renderer\/locales\/[\w-]+\.ts$/u
const LANGUAGE = /^renderer\/locales\/(?:compare-names|say)\.ts$/u

const anyPackage = (): boolean => true
const noElectron = (name: string): boolean => !ELECTRON.includes(name)

const AREAS: readonly Area[] = [
  {
    name: 'contract',
    files: CONTRACT,
    node: false,
    packages: (name) => name === 'zod',
    project: [],
  },
  {
    name: 'core',
    files: /^electron\/core\//u,
    node: true,
    packages: (name) => noElectron(name) && !SERVERS.includes(name),
    project: [CONTRACT],
  },
  {
    name: 'adapters/node',
    files: /^electron\/adapters\/node\//u,
    node: true,
    packages: noElectron,
    project: [CONTRACT, PORTS],
  },
  {
    name: 'adapters/electron',
    files: /^electron\/adapters\/electron\//u,
    node: true,
    packages: anyPackage,
    project: [CONTRACT, PORTS],
  },
  {
    name: 'the preload',
    files: /^electron\/hosts\/desktop\/preload\.ts$/u,
    node: false,
    packages: (name) => name === 'electron',
    project: [],
    types: [CONTRACT],
  },
  {
    name: 'hosts/desktop',
    files: /^electron\/hosts\/desktop\//u,
    node: true,
    packages: anyPackage,
    project: [/^electron\/(?!scripts\/)/u],
  },
  {
    name: 'hosts',
    files: /^electron\/hosts\//u,
    node: true,
    packages: noElectron,
    project: [/^electron\/(?!scripts\/|hosts\/desktop\/|adapters\/electron\/)/u, /^package\.json$/u],
  },
  {
    name: 'the program for agents',
    files: /^electron\/mcp\//u,
    node: true,
    packages: (name) => noElectron(name) && !SERVERS.includes(name),
    // Not the core: it is not in the program's file. What they import themselves is held by a test over that file.
    project: [
      CONTRACT,
      /^electron\/core\/messages\//u,
      /^electron\/adapters\/node\/(?:data-dir|terminal)\.ts$/u,
      /^electron\/hosts\/(?:agents\/(?:error-code|server-file)|command-line\/(?:build-request|copy-results|outcome|read-arguments|request-arguments)|stdio\/(?:serve-stdio|stdio-proxy))\.ts$/u,
      /^package\.json$/u,
    ],
  },
  {
    name: 'local-service',
    files: /^electron\/local-service\//u,
    node: true,
    packages: noElectron,
    project: [],
  },
  {
    name: 'scripts',
    files: /^electron\/scripts\//u,
    node: true,
    packages: noElectron,
    // What the desktop says on its command line is read by the script that starts it.
    project: [
      /^electron\/hosts\/desktop\/arguments\.ts$/u,
      /^electron\/adapters\/node\/terminal\.ts$/u,
      /^electron\/contract\/rules\/languages\.ts$/u,
      /^package\.json$/u,
    ],
  },
  { name: 'icons', files: ICONS, node: false, packages: noElectron, project: [] },
  {
    name: 'bridge',
    files: BRIDGE,
    node: false,
    packages: noElectron,
    project: [ICONS, RULES, LANGUAGE],
    types: [CONTRACT],
  },
  { name: 'ui', files: UI, node: false, packages: noElectron, project: [ICONS, RULES], types: [CONTRACT] },
  {
    name: 'a feature',
    files: /^renderer\/features\/[^/]+\//u,
    node: false,
    packages: noElectron,
    project: [BRIDGE, UI, ICONS, RULES, WORDS],
    types: [CONTRACT],
  },
  {
    name: 'the page',
    files: /^renderer\/(?:app\/|locales\/|[^/]+$)/u,
    node: false,
    packages: noElectron,
    project: [/^renderer\//u, RULES],
    types: [CONTRACT],
  },
]

/** One sentence for every import that the table or the order does not allow, and for every file that is in no area. */
export function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const area = areaOf(path)
    if (!area || !hasPlace(path)) return [`${path} is in no area`]
    return imports.flatMap((imported) => {
      const { from, typeOnly } = imported
      const what = from.kind === 'project' ? from.path : from.name
      if (!isAllowed(area, path, imported)) {
        return [`${path} (${area.name}) may not import ${typeOnly ? 'types of ' : ''}${what}`]
      }
      return (from.kind === 'project' && upwards(path, what)) || []
    })
  })
}

function isAllowed(area: Area, path: string, { from, typeOnly }: Import): boolean {
  switch (from.kind) {
    case 'node':
      return area.node
    case 'package':
      return area.packages(from.name)
    case 'project': {
      const allowed = typeOnly ? [...area.project, ...(area.types ?? [])] : area.project
      return sameArea(area, path, from.path) || allowed.some((pattern) => pattern.test(from.path))
    }
  }
}

function areaOf(path: string): Area | undefined {
  return AREAS.find(({ files }) => files.test(path))
}

/** Each feature is an area of its own. */
function sameArea(area: Area, path: string, other: string): boolean {
  return areaOf(other) === area && area.files.exec(path)?.[0] === area.files.exec(other)?.[0]
}
