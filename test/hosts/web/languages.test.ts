/** Each reader's own language over HTTP: the browser's or the chosen one for people, English for scripts. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { Language } from '#contract/rules/languages.ts'
import { DEFAULT_SETTINGS, type Settings } from '#contract/settings.ts'
import { createSay, render, renderResult } from '#core/messages/render.ts'
import { startWebHost } from '#hosts/web/start-web-host.ts'
import { say } from '#test/stand-ins/say.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { createFakeApp } from '../fake-app.ts'

const GONE = message('tasks.gone')
const inLanguage = async (language: Language): Promise<string> => (await createSay(language))(GONE)

async function setUp(stored: object = {}) {
  const app = createFakeApp()
  const dataDir = await makeTempDir()
  await mkdir(join(dataDir, 'page'))
  await writeFile(join(dataDir, 'page', 'index.html'), '<html lang="en">')
  await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ appearance: stored }))
  const host = await startWebHost({
    dataDir,
    port: 0,
    pageDir: join(dataDir, 'page'),
    say,
    openApp: async () => succeed(app),
  })
  if (!host.ok) throw new Error(host.error.id)
  onTestFinished(() => host.data.close())
  const { origin, bearerToken } = host.data
  const arrival = await fetch(host.data.launchUrl(), { redirect: 'manual' })
  const cookie = (arrival.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const index = async (languages: string): Promise<string> =>
    (await fetch(origin, { headers: { cookie, 'accept-language': languages } })).text()
  const token = arrival.headers.get('location')?.split('#token=')[1] ?? ''
  const own = { cookie, 'x-atelier-token': token }
  const call = async (headers: Record<string, string>): Promise<unknown> => {
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } }
    return (await fetch(`${origin}/rpc/tasks.get`, init)).json()
  }
  const choose = (language: Settings['appearance']['language']): void =>
    app.emit({
      name: 'settings.changed',
      data: {
        settings: { ...DEFAULT_SETTINGS, appearance: { ...DEFAULT_SETTINGS.appearance, language } },
      },
    })
  return { app, origin, own, call, choose, index, bearer: { authorization: `Bearer ${bearerToken}` } }
}

test('people read what their browser asks for, until they choose; scripts read English', async () => {
  const { app, own, call, choose, index, bearer } = await setUp()
  app.response = renderResult(fail('not_found', GONE), say)
  const german = { 'accept-language': 'de-AT,en;q=0.5' }
  const errorOf = async (language: Language) => ({ error: { message: await inLanguage(language) } })
  expect(await index('de-AT,en;q=0.5')).toContain('<html lang="de">')
  expect(await call({ ...own, ...german })).toMatchObject(await errorOf('de'))
  expect(await call({ ...bearer, ...german })).toMatchObject(await errorOf('en'))

  choose('ja')
  expect(await index('de-AT,en;q=0.5')).toContain('<html lang="ja">')
  expect(await call({ ...own, ...german })).toMatchObject(await errorOf('ja'))
  expect(await call({ ...bearer, ...german })).toMatchObject(await errorOf('en'))
})

test('what was chosen before counts from the start', async () => {
  const { index } = await setUp({ theme: 'dark', language: 'fr' })
  expect(await index('de')).toContain('<html lang="fr">')
})

test('each stream of events is in the words of its reader, also after a change', async () => {
  const { app, origin, own, choose, bearer } = await setUp()
  const listen = async (headers: Record<string, string>) => {
    const response = await fetch(`${origin}/events`, { headers })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    onTestFinished(() => reader?.cancel())
    return async (words: string): Promise<string> => {
      while (!text.includes(words)) text += (await reader?.read())?.value ?? ''
      return text
    }
  }
  const german = await listen({ ...own, 'accept-language': 'de' })
  const script = await listen(bearer)
  const notice = { id: 'one', code: 'safe_mode', message: render(GONE, say) } as const
  const raise = (): void => app.emit({ name: 'notice.raised', data: notice })
  await fetch(origin, { headers: { ...own, 'accept-language': 'de' } })
  raise()
  expect(await german(await inLanguage('de'))).not.toContain(await inLanguage('en'))
  expect(await script(await inLanguage('en'))).not.toContain(await inLanguage('de'))

  choose('fr')
  await fetch(origin, { headers: own })
  raise()
  expect(await german(await inLanguage('fr'))).not.toContain(await inLanguage('en'))
})
