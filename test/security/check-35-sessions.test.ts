/** Check 35: a launch token once, then a strict cookie and a header token together, media and events included. */
import { expect, test } from 'vitest'
import { openServer } from '../hosts/web/web-server-setup.ts'

const call = (headers: Record<string, string>) => ({ method: 'POST', headers, body: '{}' })
const locked = 'Open Atelier with its launch address; a new one is printed by npm start.'

test('exchanges a launch token for a strict cookie and sends the browser to the page', async () => {
  const { launch } = await openServer()
  const { arrival, setCookie } = await launch()
  expect([arrival.status, arrival.headers.get('location')]).toEqual([303, '/'])
  expect(setCookie).toMatch(/^atelier-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
})

test('takes a launch token once, but leads a browser that has its session home', async () => {
  const { ask, sessions, launch } = await openServer()
  const address = `/?token=${sessions.createLaunchToken()}`
  expect((await ask(address)).status).toBe(303)
  expect((await ask(address)).status).toBe(401)
  const { cookie } = await launch()
  const again = await ask(address, { headers: cookie })
  expect([again.status, again.headers.get('set-cookie')]).toEqual([303, null])
})

test('does not spend a launch token on a HEAD request', async () => {
  const { ask, sessions } = await openServer()
  const address = `/?token=${sessions.createLaunchToken()}`
  expect((await ask(address, { method: 'HEAD' })).status).toBe(401)
  expect((await ask(address)).status).toBe(303)
})

test('tells a stranger nothing but how to come in', async () => {
  const { ask, app } = await openServer()
  const front = await ask('/')
  expect([front.status, await front.text()]).toEqual([401, `${locked}\n`])
  for (const path of [
    '/media/a1',
    '/media/none',
    '/index.html',
    '/events',
    '/nothing',
    '/rpc/app.info',
    '/?token=',
  ]) {
    const response = await ask(path)
    expect([path, response.status, (await response.text()).includes(locked)]).toEqual([path, 401, true])
  }
  expect((await ask('/rpc/app.info', call({ 'content-type': 'application/json' }))).status).toBe(401)
  expect([app.calls, app.asked]).toEqual([[], []])
})

test('lets the page call with cookie and page token together, never with one of them', async () => {
  const { ask, app, launch, json } = await openServer()
  const { cookie, token } = await launch()
  const answers = [
    await ask('/rpc/app.info', call({ ...json, ...cookie, ...token })),
    await ask('/rpc/app.info', call({ ...json, ...cookie })),
    await ask('/rpc/app.info', call({ ...json, ...token })),
    await ask('/rpc/app.info', call({ ...json, ...cookie, 'x-atelier-token': 'wrong' })),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401])
  expect(app.calls).toEqual([['app.info', {}]])
})

test('asks for the page token on events and uploads too', async () => {
  const { ask, app, launch } = await openServer()
  const { cookie, token } = await launch()
  expect((await ask('/events', { headers: cookie })).status).toBe(401)
  for (const address of ['/inputs', '/imports', '/recipes', '/saves', '/library/layout']) {
    expect((await ask(address, { method: 'POST', headers: cookie, body: 'x' })).status).toBe(401)
    expect((await ask(address, { method: 'POST', headers: token, body: 'x' })).status).toBe(401)
  }
  expect([app.uploads, app.imports, app.recipes, app.layouts]).toEqual([[], [], [], []])
  expect((await ask('/inputs', { method: 'POST', headers: { ...cookie, ...token }, body: 'x' })).status).toBe(
    200,
  )
  expect(app.uploads).toHaveLength(1)
})

test('does not mix the halves of two sessions', async () => {
  const { ask, launch, json } = await openServer()
  const [one, other] = [await launch(), await launch()]
  expect((await ask('/rpc/app.info', call({ ...json, ...one.cookie, ...other.token }))).status).toBe(401)
})

test('shows media to the cookie alone', async () => {
  const { ask, launch } = await openServer()
  const { cookie } = await launch()
  expect(await (await ask('/media/a1', { headers: cookie })).text()).toBe('image')
  expect((await ask('/media/a1', { headers: { cookie: 'atelier=x' } })).status).toBe(401)
})

test('takes the bearer token everywhere, and no cookie makes a wrong one good', async () => {
  const { ask, launch, bearer, json, sessions } = await openServer()
  const { cookie } = await launch()
  expect((await ask('/rpc/app.info', call({ ...json, ...bearer }))).status).toBe(200)
  expect((await ask('/media/a1', { headers: bearer })).status).toBe(200)
  expect((await ask('/', { headers: bearer })).status).toBe(200)
  const wrong = [
    'Bearer wrong',
    'Bearer',
    'Basic eDp4',
    sessions.bearerToken,
    `Bearer ${sessions.createLaunchToken()}`,
  ]
  for (const authorization of wrong) {
    expect((await ask('/media/a1', { headers: { ...cookie, authorization } })).status).toBe(401)
  }
})
