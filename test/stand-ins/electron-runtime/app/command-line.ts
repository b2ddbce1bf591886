/** `app.commandLine`: the switches of this start. Those appended before the application is ready reach Chromium. */
import { record } from '../runtime.ts'

/** What would change how the stand-in itself runs its Chromium. */
const NOT_HANDED_ON: ReadonlySet<string> = new Set(['no-sandbox', 'password-store', 'user-data-dir'])

const given = new Map<string, string>()
for (const word of process.argv.slice(2)) {
  const [, name, value = ''] = /^--([\w-]+)(?:=(.*))?$/su.exec(word) ?? []
  if (name !== undefined) given.set(name, value)
}
const appended = new Map<string, string>()

export const commandLine = {
  appendSwitch(name: string, value = ''): void {
    appended.set(name, value)
    record('app.commandLine.appendSwitch', { name, value })
  },
  hasSwitch: (name: string): boolean => appended.has(name) || given.has(name),
}

/** The appended ones, as Chromium takes them. */
export function switches(): readonly string[] {
  return [...appended]
    .filter(([name]) => !NOT_HANDED_ON.has(name))
    .map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
}
