/** Check 29: results are fetched without credentials, over https, and from no private address unless the profile itself is local. */
import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { guardedLookup, isLocalService, refusedAddress, type Resolve } from '#core/network/safe-address.ts'
import { respond } from '#test/stand-ins/faulty-responses.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { fetchUrl } from '#test/stand-ins/downloads.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

test('follows a redirect to another host without credentials', async () => {
  const service = await openFaultyService()
  const host = await openFaultyService()
  const bytes = await makeImage(4)
  const seen: IncomingHttpHeaders[] = []
  service.script('file', respond(302, '', { location: `${host.baseUrl}/files/y`, 'set-cookie': 'canary=1' }))
  host.script('file', {
    name: '200',
    give: ({ request, response }) => {
      seen.push(request.headers)
      response.end(bytes)
    },
  })
  const { result } = await fetchUrl(`${service.baseUrl}/files/x`)
  expect(result.kind).toBe('file')
  expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
})

test.each([
  ['to a file', 'file:///etc/passwd'],
  ['to an address with a name and password', 'http://user:pass@127.0.0.1/x'],
  ['to another scheme', 'gopher://127.0.0.1/x'],
])('does not follow a redirect %s', async (_, location) => {
  const service = await openFaultyService()
  service.script('file', respond(302, '', { location }))
  const { result } = await fetchUrl(`${service.baseUrl}/files/x`)
  expect(result).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unsafe_content' } })
})

test.each([
  'http://cdn.example.com/x.png',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://10.1.2.3/x',
  'https://192.168.0.9/x',
  'https://172.16.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://0.0.0.0/x',
  'https://[fd00::1]/x',
  'https://[fe80::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://user:pass@cdn.example.com/x',
  'https://[64:ff9b::10.0.0.1]/x',
  'https://[64:ff9b::127.0.0.1]/x',
  'https://[64:ff9b:1::1]/x',
  'https://[::127.0.0.1]/x',
  'https://[2002:7f00:1::]/x',
  'https://[2001::1]/x',
  'https://[fec0::1]/x',
  'https://[ff02::1]/x',
  'https://198.18.0.1/x',
  'https://240.0.0.1/x',
  'https://255.255.255.255/x',
  'https://app.localhost/x',
  'https://localhost./x',
  'https://LOCALHOST./x',
  'https://localhost../x',
  'https://foo.localhost./x',
  'https://foo.bar.LocalHost./x',
  'https://127.0.0.1./x',
  'https://0x7f000001/x',
  'https://0177.0.0.1/x',
  'https://017700000001/x',
  'https://127.1/x',
  'https://0xa.1.2.3/x',
  'https://012.1.2.3/x',
  'https://167837955/x',
  'https://0xc0.0250.9/x',
  'https://%31%32%37.0.0.1/x',
  'https://１２７.０.０.１/x',
  'https://[::ffff:7f00:1]/x',
  'https://[::ffff:0:7f00:1]/x',
  'https://[::ffff:169.254.169.254]/x',
  'https://[::7f00:1]/x',
  'https://[::10.0.0.1]/x',
  'https://[64:ff9b::a9fe:a9fe]/x',
  'https://[64:ff9b::192.168.0.1]/x',
  'https://[64:ff9b:1::10.0.0.1]/x',
  'https://[64:ff9b:1:fffe::8.8.8.8]/x',
  'https://[2002:0a00:0001::1]/x',
  'https://[2002:c0a8:0001:1::5]/x',
  'https://[2002:0808:0808::1]/x',
  'https://[2001:0:0808:0808::3fff:fffe]/x',
  'https://[2001::f5ff:fffe]/x',
  'https://[fe80::5efe:10.0.0.1]/x',
  'https://[fe80::200:5efe:10.0.0.1]/x',
  'https://[2606:4700::5efe:10.0.0.1]/x',
  'https://[2606:4700::5efe:127.0.0.1]/x',
  'https://[2606:4700:1:2:200:5efe:c0a8:1]/x',
  'https://[2606:4700:1:2:0:5efe:a9fe:a9fe]/x',
])('refuses %s for a service on the public internet, at the first address and at every hop', (url) => {
  expect(refusedAddress(new URL(url), false)).toEqual(expect.any(String))
})

test('fetches nothing from a private network for a service on the public internet', async () => {
  const service = await openFaultyService()
  const { result } = await fetchUrl(`${service.baseUrl.replace('http:', 'https:')}/files/x`, false)
  expect(result).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unsafe_content' } })
  expect(service.ledger).toEqual([])
})

test('refuses a name that leads into a private network at the moment of connecting', async () => {
  const error = await new Promise((resolve) => guardedLookup(false)('localhost', { all: true }, resolve))
  expect(error).toMatchObject({ code: 'EPRIVATE' })
  const allowed = await new Promise((resolve) => guardedLookup(true)('localhost', { all: true }, resolve))
  expect(allowed).toBeNull()
})

test.each([
  ['http://127.0.0.1:3000', true],
  ['http://localhost:3000/x', true],
  ['http://[::1]:1', true],
  ['https://192.168.1.5', true],
  ['https://[fd00::1]', true],
  ['https://api.example.com', false],
  ['https://8.8.8.8', false],
  ['https://localhost.example.com', false],
])('takes the service at %s to be local: %s', (baseUrl, local) => {
  expect(isLocalService(baseUrl)).toBe(local)
})

test.each([
  ['https://[64:ff9b::8.8.8.8]/x', false],
  ['https://[2606:4700::5efe:8.8.8.8]/x', false],
  ['https://[2606:4700::a:5efe:10.0.0.1]/x', false],
  ['https://134744072/x', false],
  ['https://localhost.example.com./x', false],
  ['https://cdn.example.com./x', false],
  ['https://[2606:4700::1111]/x', false],
  ['https://8.8.8.8/x', false],
  ['http://127.0.0.1:3000/x', true],
  ['http://192.168.1.4/x', true],
  ['http://[fd00::1]/x', true],
  ['http://100.101.102.103/x', true],
  ['https://cdn.example.com/x', true],
])('allows %s where local addresses are allowed: %s', (url, allowLocal) => {
  expect(refusedAddress(new URL(url), allowLocal)).toBeNull()
})

test.each([
  'http://169.254.169.254/x',
  'http://0.0.0.0/x',
  'http://[fe80::1]/x',
  'http://[fe80::5efe:10.0.0.1]/x',
  'http://8.8.8.8/x',
])('refuses %s even for a local service', (url) => {
  expect(refusedAddress(new URL(url), true)).toEqual(expect.any(String))
})

/** Answers other addresses each time, as a name under somebody's control does. */
function resolver(...responses: readonly (readonly string[])[]): Resolve {
  const script = [...responses]
  return (_, __, callback) => {
    const addresses = script.shift() ?? []
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

function connectTo(resolve: Resolve, allowLocal: boolean, plain = false): Promise<unknown> {
  return new Promise((done) => {
    guardedLookup(allowLocal, plain, resolve)('name.example', { all: true }, (error, addresses) =>
      done(error ? error.code : addresses),
    )
  })
}

test('asks at every connection anew, and goes only where a name may lead', async () => {
  const rebinding = resolver(
    ['93.184.216.34'],
    ['127.0.0.1'],
    ['::ffff:10.0.0.1'],
    ['10.0.0.1', '93.184.216.34'],
  )
  expect(await connectTo(rebinding, false)).toEqual([{ address: '93.184.216.34', family: 4 }])
  expect(await connectTo(rebinding, false)).toBe('EPRIVATE')
  expect(await connectTo(rebinding, false)).toBe('EPRIVATE')
  expect(await connectTo(rebinding, false)).toEqual([{ address: '93.184.216.34', family: 4 }])
})

test("lets the profile's own name alone lead into private networks, and only with TLS", async () => {
  const leads = (ownHost: string, plain: boolean): Promise<unknown> =>
    new Promise((done) => {
      const lookup = guardedLookup(false, plain, resolver(['192.168.1.4']), ownHost)
      lookup('name.example', { all: true }, (error) => done(error?.code ?? 'there'))
    })
  expect(await leads('name.example', false)).toBe('there')
  expect(await leads('name.example', true)).toBe('EPRIVATE')
  expect(await leads('other.example', false)).toBe('EPRIVATE')
})

test('takes the addresses that a VPN gives to public names for public, and only with TLS', async () => {
  expect(await connectTo(resolver(['198.18.0.7']), false)).toHaveLength(1)
  expect(await connectTo(resolver(['198.19.255.255']), false)).toHaveLength(1)
  expect(await connectTo(resolver(['192.0.2.1']), false)).toBe('EPRIVATE')
  expect(await connectTo(resolver(['198.18.0.7']), true, true)).toBe('EPRIVATE')
})

test('goes without TLS nowhere but into its own networks, and never to link-local addresses', async () => {
  expect(await connectTo(resolver(['93.184.216.34']), true, true)).toBe('EPRIVATE')
  expect(await connectTo(resolver(['192.168.1.4']), true, true)).toHaveLength(1)
  expect(await connectTo(resolver(['169.254.169.254']), true)).toBe('EPRIVATE')
})
