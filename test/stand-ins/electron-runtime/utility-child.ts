/** Begins a utility process: gives it `process.parentPort`, hides that it is one, and runs its module. */
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

const send = process.send?.bind(process)
const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown): void => void send?.(structuredClone(message) as object),
  start: () => undefined,
})
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
process.on('disconnect', () => process.exit(1))
Object.assign(process, { parentPort, type: 'utility' })
// To the module there is no `process.send`: Electron has none here.
Reflect.deleteProperty(process, 'send')

const [entry = '', ...rest] = process.argv.slice(2)
process.argv.splice(1, process.argv.length, entry, ...rest)
await import(pathToFileURL(entry).href)
