/** Where files may come from, at the first address, at every hop, and at the moment of connecting. */
import { expect, test } from 'vitest'
import { guardedLookup, refusedAddress, type Resolve } from '#core/results/safe-address.ts'

test.each([
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
])('refuses %s for a service on the public internet', (url) => {
  expect(refusedAddress(new URL(url), false)).toEqual(expect.any(String))
})

test.each([
  ['https://[64:ff9b::8.8.8.8]/x', false],
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

test.each(['http://169.254.169.254/x', 'http://0.0.0.0/x', 'http://[fe80::1]/x', 'http://8.8.8.8/x'])(
  'refuses %s even for a local service',
  (url) => {
    expect(refusedAddress(new URL(url), true)).toEqual(expect.any(String))
  },
)

/** Answers other addresses each time, as a name under somebody's control does. */
function resolver(...answers: readonly (readonly string[])[]): Resolve {
  const script = [...answers]
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

test('goes without TLS nowhere but into its own networks, and never to link-local addresses', async () => {
  expect(await connectTo(resolver(['93.184.216.34']), true, true)).toBe('EPRIVATE')
  expect(await connectTo(resolver(['192.168.1.4']), true, true)).toHaveLength(1)
  expect(await connectTo(resolver(['169.254.169.254']), true)).toBe('EPRIVATE')
})
