/** A real web server on loopback around a fake application, closed when the test ends. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { mediaFolders, readPageFiles } from '#hosts/page/page-files.ts'
import { startWebServer, type WebServerOptions } from '#hosts/web/server.ts'
import { createSessions } from '#hosts/web/sessions.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { createFakeApp } from '../fake-app.ts'
import { say } from '#test/stand-ins/say.ts'

export async function openServer(limits: WebServerOptions['limits'] = {}) {
  const folder = await makeTempDir()
  await mkdir(join(folder, 'page'))
  await mkdir(join(folder, 'media'))
  await writeFile(join(folder, 'page', 'index.html'), '<title>Atelier</title>')
  const app = createFakeApp()
  const path = join(folder, 'media', 'a1.png')
  await writeFile(path, 'image')
  app.files.set('asset a1', { path, mimeType: 'image/png', sizeBytes: 7 })
  const clock = createManualClock()
  const sessions = createSessions(clock)
  const logged: string[] = []
  const started = await startWebServer({
    say,
    app,
    files: await readPageFiles(join(folder, 'page')),
    mediaFolders: mediaFolders(folder),
    sessions,
    clock,
    agents: async () => {
      app.asked.push('mcp')
      return new Response(null, { status: 404 })
    },
    port: 0,
    log: (line) => logged.push(line),
    limits,
  })
  if (!started.ok) throw new Error(started.error.id)
  const server = started.data
  let isOpen = true
  const close = async () => {
    if (isOpen) await server.close()
    isOpen = false
  }
  onTestFinished(close)
  const bearer = { authorization: `Bearer ${sessions.bearerToken}` }
  const json = { 'content-type': 'application/json' }
  const ask = (address: string, init: RequestInit = {}) =>
    fetch(server.origin + address, { redirect: 'manual', ...init })

  /** Opens the page as a browser does: the cookie header and the page's token. */
  async function launch() {
    const arrival = await ask(`/?token=${sessions.createLaunchToken()}`)
    const setCookie = arrival.headers.get('set-cookie') ?? ''
    const cookie = { cookie: setCookie.split(';', 1)[0] ?? '' }
    const token = { 'x-atelier-token': arrival.headers.get('location')?.split('#token=')[1] ?? '' }
    return { arrival, setCookie, cookie, token }
  }

  const port = Number(new URL(server.origin).port)
  return { app, clock, sessions, logged, origin: server.origin, port, close, ask, launch, bearer, json }
}
