/**
 * What the system's protection is worth at this moment, and sealing with it: Electron's safeStorage, asynchronous calls alone.
 *
 * A keychain that is locked asks its user, who may be away. No call waits longer than a limit; the answer counts as a refusal
 * then, and the next call asks again.
 */
import { readFile, rename, open } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { safeStorage } from 'electron'
import { z } from 'zod'

/** Backends that keep the encryption key in the system's own store (electron.d.ts, `getSelectedStorageBackend`). */
const KEYCHAINS: ReadonlySet<string> = new Set(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])
/** Encrypts with a password that is part of Chromium's source. */
const KNOWN_PASSWORD = 'basic_text'
/**
 * How Chromium on Linux marks what it encrypted with that password, whichever backend was selected
 * (components/os_crypt/async/browser/posix_key_provider.cc). Elsewhere the mark means the system's own key.
 */
const KNOWN_PASSWORD_MARK = Buffer.from('v10')
const RESPONSE_LIMIT_MS = 5_000

/** `os`: only this user's session can open it. `readable`: every program that reads the file can. `none`: nothing to seal with. */
export type Offer = 'os' | 'readable' | 'none'

export type Sealing = ReturnType<typeof createSealing>

/** Call when the app is ready: before, nothing is available. */
export function createSealing(
  platform: NodeJS.Platform = process.platform,
  responseLimitMs = RESPONSE_LIMIT_MS,
) {
  let isReadableAllowed = false
  /** Whether the last ciphertext was made with the known password. */
  let isKnownPasswordUsed = false
  /** Calls that took longer than the limit and have not ended. */
  let late = 0
  const listeners: (() => void)[] = []
  const ask = <Value>(call: () => Promise<Value>): Promise<Value | null> =>
    withinLimit(call, responseLimitMs, (answered) => {
      late++
      void answered.finally(() => {
        late--
        if (late === 0) for (const listener of listeners) listener()
      })
    })

  async function offer(): Promise<Offer> {
    const kind = isKnownPasswordUsed ? 'readable' : selected(platform)
    // With the known password nothing is available before it is allowed.
    if (kind === 'none' || (kind === 'readable' && !isReadableAllowed)) return kind
    const isAvailable = await ask(() => safeStorage.isAsyncEncryptionAvailable())
    return isAvailable === true ? kind : 'none'
  }

  return {
    offer,
    /** A call has not been answered in time, nor since. */
    isWaiting: () => late > 0,
    /** Called when no call is late any more. */
    onResponse: (listener: () => void) => void listeners.push(listener),
    /** From here on seals with the known password too. The user agreed to that. */
    allowReadable(): void {
      isReadableAllowed = true
      safeStorage.setUsePlainTextEncryption(true)
    },
    /** null where the system refuses. `isReadable`: sealed with the known password, whatever was offered. */
    async seal(
      secret: string,
    ): Promise<{ readonly ciphertext: string; readonly isReadable: boolean } | null> {
      const bytes = await ask(() => safeStorage.encryptStringAsync(secret))
      if (bytes === null) return null
      const isMarked = bytes.subarray(0, KNOWN_PASSWORD_MARK.length).equals(KNOWN_PASSWORD_MARK)
      isKnownPasswordUsed = platform === 'linux' && isMarked
      const isReadable = isKnownPasswordUsed || selected(platform) === 'readable'
      return { ciphertext: bytes.toString('base64'), isReadable }
    },
    /** null where it cannot be opened at the moment. `isOutdated`: the system has a better key for it by now. */
    async open(
      ciphertext: string,
    ): Promise<{ readonly secret: string; readonly isOutdated: boolean } | null> {
      const bytes = Buffer.from(ciphertext, 'base64')
      const opened = await ask(() => safeStorage.decryptStringAsync(bytes))
      return opened && { secret: opened.result, isOutdated: opened.shouldReEncrypt }
    },
  }
}

function selected(platform: NodeJS.Platform): Offer {
  if (platform !== 'linux') return 'os'
  try {
    const backend: string = safeStorage.getSelectedStorageBackend()
    if (KEYCHAINS.has(backend)) return 'os'
    return backend === KNOWN_PASSWORD ? 'readable' : 'none'
  } catch {
    return 'none'
  }
}

/** null where the call throws, rejects, or does not answer in time; `onLate` is handed the end of such a call. */
async function withinLimit<Value>(
  call: () => Promise<Value>,
  limitMs: number,
  onLate: (answered: Promise<unknown>) => void,
): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined
  const answer = (async () => call())().catch(() => null)
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      onLate(answer)
      resolve(null)
    }, limitMs)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const ciphertexts = z.record(z.string(), z.string())
type Ciphertexts = z.infer<typeof ciphertexts>

/**
 * `check` throws where the folder is gone: one that is made again in its place would keep nothing.
 *
 * What cannot be read is never overwritten: a file that is not ours is set aside under another name, and a file that the disk
 * refuses to give stays as it is.
 */
export function openSecretsFile(dataDir: string, check: () => void = () => undefined) {
  const path = join(dataDir, 'secrets.json')
  const lock = pLimit(1)

  async function apply(edit: (entries: Ciphertexts) => Ciphertexts | null): Promise<void> {
    check()
    const text = await readText(path)
    const entries = parse(text)
    const edited = edit(entries ?? {})
    if (edited === null) return
    if (entries === null) await rename(path, path.replace(/\.json$/, `.broken-${Date.now()}.json`))
    await writeWhole(path, JSON.stringify(edited))
  }

  return {
    /** What is there; nothing where the file is missing, broken or refused. */
    read: (): Promise<Ciphertexts> => lock(async () => parse(await readText(path).catch(() => null)) ?? {}),
    /**
     * One change at a time, so that none overwrites another. `edit` returns null where there is nothing to change.
     *
     * @throws what the disk throws; the file is as it was then.
     */
    change: (edit: (entries: Ciphertexts) => Ciphertexts | null): Promise<void> => lock(() => apply(edit)),
  }
}

/** null where there is no file. @throws where it cannot be read. */
async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** null where the text is not what this module writes. */
function parse(text: string | null): Ciphertexts | null {
  if (text === null) return {}
  try {
    return ciphertexts.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, path)
}
