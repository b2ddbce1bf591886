/**
 * The user and password that the chosen proxy asks for: in the secret store, bound to the proxy that they were entered for.
 *
 * The proxy's address lies in settings.json, which others can change: another proxy does not receive them. They leave this file only
 * inside an address for one connection.
 */
import { z } from 'zod'
import type { Result } from '#contract/errors.ts'
import { jsonSchema } from '#contract/json.ts'
import { takeApartProxy } from '#contract/rules/proxy-address.ts'
import {
  type ProxySignIn,
  type ProxySignInState,
  proxySignInSchema,
  proxySchema,
} from '#contract/settings.ts'
import { parseBoundedJson } from '../json/bounded-json.ts'
import type { Secrets, SettingsFile } from '../ports/settings.ts'

const NAME = 'proxy-sign-in'
const storedSchema = proxySignInSchema.extend({ origin: z.string() })
/** As it may stand in a file that was edited, or that an earlier version wrote. */
const fileSchema = z.looseObject({ proxy: z.object({ mode: z.literal('custom'), address: z.string() }) })

export type ProxySignIns = ReturnType<typeof createProxySignIns>

export function createProxySignIns(secrets: Pick<Secrets, 'get' | 'set' | 'delete'>) {
  const read = async () => {
    const parsed = storedSchema.safeParse(parseBoundedJson((await secrets.get(NAME)) ?? ''))
    return parsed.success ? parsed.data : null
  }
  const find = async (address: string): Promise<ProxySignIn | null> => {
    const stored = await read()
    return stored?.origin === URL.parse(address)?.origin ? stored : null
  }
  return {
    /** For the proxy at `address`. @throws what the disk throws. */
    set: (address: string, { user, password }: ProxySignIn): Promise<Result<null>> =>
      secrets.set(NAME, JSON.stringify({ origin: URL.parse(address)?.origin ?? address, user, password })),
    remove: (): Promise<void> => secrets.delete(NAME),
    state: async (address: string): Promise<ProxySignInState> =>
      (await find(address)) === null ? 'none' : 'saved',
    /** The address with user and password, where the proxy was given some. */
    fill: async (address: string): Promise<string> => {
      const url = URL.parse(address)
      const found = url && (await find(address))
      if (!found) return address
      url.username = encodeURIComponent(found.user)
      url.password = encodeURIComponent(found.password)
      return url.href
    },
    /** Wherever they belong. For taking them out of a text. */
    bare: async (): Promise<readonly string[]> => {
      const stored = await read()
      return stored ? [stored.password, stored.user].filter((text) => text !== '') : []
    },
  }
}

/**
 * Moves a user and password that stand in the settings file to the secret store, before the settings are read.
 *
 * Where the store or the disk refuses, the file stays as it is, and what it says of the proxy is not used.
 */
export async function moveSignIn(
  file: SettingsFile,
  signIns: ProxySignIns,
  log: (line: string) => void,
): Promise<void> {
  const network = fileSchema.safeParse(file.get('network'))
  const pasted = network.success ? takeApartProxy(network.data.proxy.address) : null
  if (!network.success || !pasted) return
  const proxy = proxySchema.safeParse({ mode: 'custom', address: pasted.address })
  const signIn = proxySignInSchema.safeParse({ user: pasted.user, password: pasted.password })
  if (!proxy.success || !signIn.success) return
  try {
    const kept = await signIns.set(pasted.address, signIn.data)
    if (kept.ok) file.set('network', jsonSchema.parse({ ...network.data, proxy: proxy.data }))
    else log(`The proxy's sign-in could not be moved out of the settings: ${kept.error.id}.`)
  } catch (error) {
    log(`The proxy's sign-in could not be moved out of the settings: ${String(error)}`)
  }
}
