/**
 * The table "Who may import whom", as data and as a check over what files import.
 */
import type { Import, SourceFile } from './imports.ts'

interface Room {
  readonly name: string
  /** The files of the room. The first room whose pattern fits is a file's room. */
  readonly files: RegExp
  readonly node: boolean
  readonly packages: (name: string) => boolean
  /** Files of the project beside the room's own. */
  readonly project: readonly RegExp[]
  /** Files of which only types may be imported. */
  readonly types?: readonly RegExp[]
}

const ELECTRON = ['electron', 'electron-store']
const SERVERS = ['hono', '@hono/node-server']
const CONTRACT = /^electron\/contract\//u
const PORTS = /^electron\/core\/ports\//u
const BRIDGE = /^renderer\/bridge\//u
const UI = /^renderer\/ui\//u

const anyPackage = (): boolean => true
const noElectron = (name: string): boolean => !ELECTRON.includes(name)

const ROOMS: readonly Room[] = [
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
    name: 'local-service',
    files: /^electron\/local-service\//u,
    node: true,
    packages: noElectron,
    project: [],
  },
  { name: 'scripts', files: /^electron\/scripts\//u, node: true, packages: noElectron, project: [] },
  { name: 'bridge', files: BRIDGE, node: false, packages: noElectron, project: [], types: [CONTRACT] },
  { name: 'ui', files: UI, node: false, packages: noElectron, project: [], types: [CONTRACT] },
  {
    name: 'a feature',
    files: /^renderer\/features\/[^/]+\//u,
    node: false,
    packages: noElectron,
    project: [BRIDGE, UI],
    types: [CONTRACT],
  },
  {
    name: 'the page',
    files: /^renderer\/(?:app\/|locales\/|[^/]+$)/u,
    node: false,
    packages: noElectron,
    project: [/^renderer\//u],
    types: [CONTRACT],
  },
]

/** One sentence for every import that the table does not allow, and for every file that is in no room. */
export function violations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const room = roomOf(path)
    if (!room) return [`${path} is in no room`]
    return imports
      .filter((imported) => !isAllowed(room, path, imported))
      .map(({ from, typeOnly }) => {
        const what = from.kind === 'project' ? from.path : from.name
        return `${path} (${room.name}) may not import ${typeOnly ? 'types of ' : ''}${what}`
      })
  })
}

function isAllowed(room: Room, path: string, { from, typeOnly }: Import): boolean {
  switch (from.kind) {
    case 'node':
      return room.node
    case 'package':
      return room.packages(from.name)
    case 'project': {
      const allowed = typeOnly ? [...room.project, ...(room.types ?? [])] : room.project
      return sameRoom(room, path, from.path) || allowed.some((pattern) => pattern.test(from.path))
    }
  }
}

function roomOf(path: string): Room | undefined {
  return ROOMS.find(({ files }) => files.test(path))
}

/** Each feature is a room of its own. */
function sameRoom(room: Room, path: string, other: string): boolean {
  return roomOf(other) === room && room.files.exec(path)?.[0] === room.files.exec(other)?.[0]
}
