/** What a hostile agent says to the tools: refused in a sentence, and nothing is read, made or spent. */
import { execFileSync } from 'node:child_process'
import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { connect, openAgentsFixture } from './agents-fixture.ts'

const QUOTE = { mediaType: 'image', model: 'painted-landscape', prompt: 'x' }
const LONG = 'a'.repeat(120_000)

/** Each breaks one rule of its tool. */
const INPUTS: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ['list_models', { mediaType: 'weapon' }],
  ['list_models', { limit: 1e9 }],
  ['list_models', { limit: '10' }],
  ['list_models', { profileId: 'no such profile' }],
  ['list_models', { profileId: { $ne: null } }],
  ['list_models', { text: LONG }],
  ['describe_model', {}],
  ['describe_model', { provider: 'sample', model: '../../settings' }],
  ['describe_model', { provider: '__proto__', model: 'constructor' }],
  ['describe_model', { provider: LONG, model: 'x' }],
  ['quote', {}],
  ['quote', { ...QUOTE, count: 0 }],
  ['quote', { ...QUOTE, count: 1.5 }],
  ['quote', { ...QUOTE, count: 101 }],
  ['quote', { ...QUOTE, count: Number.MAX_SAFE_INTEGER }],
  ['quote', { ...QUOTE, prompt: LONG }],
  ['quote', { ...QUOTE, prompt: ['x'] }],
  ['quote', { ...QUOTE, options: 'none' }],
  ['quote', { ...QUOTE, options: { deep: JSON.parse('['.repeat(300) + ']'.repeat(300)) as unknown } }],
  ['quote', { ...QUOTE, options: { many: Array(10_000).fill(1) } }],
  ['quote', { ...QUOTE, inputs: [{ assetId: '../../library.db' }] }],
  ['quote', { ...QUOTE, inputs: [{ assetId: 'a', path: '/etc/passwd' }] }],
  ['quote', { ...QUOTE, inputs: Array.from({ length: 21 }, () => ({ assetId: 'a' })) }],
  ['quote', { ...QUOTE, model: 'unknown to the listing' }],
  ['quote', { ...QUOTE, profileId: 'no such profile' }],
  ['quote', { ...QUOTE, apiKey: 'mine' }],
  ['quote', { ...QUOTE, baseUrl: 'http://evil.example' }],
  ['generate', {}],
  ['generate', { quoteId: 'quote_1' }],
  ['generate', { quoteId: '' }],
  ['generate', { quoteId: LONG }],
  ['generate', { quoteId: ['quote_1'] }],
  ['generate', { quoteId: "' OR 1=1 --" }],
  ['task', { taskId: 'task_1' }],
  ['task', { taskId: 'task_1', stop: true }],
  ['task', { taskId: 'task_1', waitSeconds: 1e6 }],
  ['task', { taskId: 'task_1', waitSeconds: -1 }],
  ['task', { taskId: null }],
  ['sequence_plan', { sequenceId: '../../library.db' }],
  ['sequence_plan', { sequenceId: 'none' }],
  ['sequence_plan', { shotIds: [] }],
  ['sequence_plan', { sequenceId: 'none', planHash: 'x' }],
  ['sequence_generate', {}],
  ['sequence_generate', { quoteIds: [] }],
  ['sequence_generate', { quoteIds: ['quote_1'] }],
  ['sequence_generate', { quoteIds: Array(11).fill('quote_1') }],
  ['search_library', { limit: 500 }],
  ['search_library', { cursor: LONG }],
  ['search_library', { mediaTypes: Array(100).fill('image') }],
  ['search_library', { trashed: true }],
  ['get_asset', { assetId: '../../secrets.json' }],
  ['get_asset', { assetId: 'constructor' }],
  ['get_asset', { assetId: 'a', preview: 'full' }],
  ['import_file', { path: 7 }],
  ['import_file', { path: '/a.png', name: '../../x' }],
  ['import_file', { path: LONG }],
  ['spending', { days: 0 }],
  ['spending', { days: 1e9 }],
  ['spending', { agentId: null }],
  ['spending', { days: 1, profileId: 'x' }],
]

slow('every tool refuses what breaks its rules, in a sentence', async () => {
  const fixture = await openAgentsFixture()
  const agent = await connect(fixture, (await fixture.createAgent('Hostile', 100)).token)
  for (const [tool, input] of INPUTS) {
    const refused = (error: Error) => ({ isError: true, text: error.message })
    const { isError, text } = await agent.use(tool, input).catch(refused)
    const what = `${tool} ${JSON.stringify(input).slice(0, 80)}`
    expect([what, isError, text.length > 10 && text.length < 2_000]).toEqual([what, true, true])
    expect(text).not.toMatch(/SQLITE|node_modules|\bat \w+ \(|no such table/u)
  }
  const proto = JSON.parse('{"__proto__":{"isAdmin":true}}') as Record<string, unknown>
  await agent.use('list_models', proto)
  await agent.use('quote', { ...QUOTE, options: proto })
  expect((await fixture.page('tasks.list', {})).items).toEqual([])
  expect((await fixture.page('library.stats', {})).assets).toBe(0)
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
})

const image = (red: number) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: { r: red, g: 0, b: 0 } } })
    .png()
    .toBuffer()

slow('import_file takes media alone, and nothing out of the data folder by whatever way', async () => {
  const fixture = await openAgentsFixture()
  const { dataDir } = fixture
  const agent = await connect(fixture, (await fixture.createAgent('Reader')).token)
  const outside = await makeTempDir()
  const path = (...names: readonly string[]): string => join(outside, ...names)
  await writeFile(path('good.png'), await image(200))
  expect(await agent.use('import_file', { path: path('good.png') })).toMatchObject({ isError: false })
  // Media that the user did not put into the library: a thumbnail, for one.
  await mkdir(join(dataDir, 'inputs'), { recursive: true })
  const inside = join(dataDir, 'inputs', 'own.png')
  await writeFile(inside, await image(100))
  await symlink(inside, path('link.png'))
  await symlink(dataDir, path('folder'))
  await symlink(path('link.png'), path('link-to-link.png'))
  await writeFile(path('text.png'), 'atelier_secret = 1')
  await writeFile(path('empty.png'), '')
  await mkdir(path('folder.png'))
  execFileSync('sh', ['-c', 'mkfifo "$0"', path('pipe.png')])
  const tricks = [
    inside,
    path('link.png'),
    path('link-to-link.png'),
    path('folder', 'inputs', 'own.png'),
    `${outside}/../${basename(dataDir)}/inputs/own.png`,
    `${dataDir}/./inputs//own.png`,
    join(dataDir, 'library.db'),
    join(dataDir, 'agents-server.json'),
    join(dataDir, 'settings.json'),
    dataDir,
    path('text.png'),
    path('empty.png'),
    path('folder.png'),
    path('pipe.png'),
    path('absent.png'),
    'good.png',
    '../good.png',
    `file://${path('good.png')}`,
    `${path('good.png')}\0.txt`,
    '//server/share/a.png',
    '\\\\server\\share\\a.png',
    '~/good.png',
    '/etc/passwd',
    '/dev/zero',
    '/proc/self/environ',
    '/proc/self/fd/0',
    process.execPath,
  ]
  const said = new Set<string>()
  for (const trick of tricks) {
    const { isError, text } = await agent.use('import_file', { path: trick })
    expect([trick, isError]).toEqual([trick, true])
    said.add(text)
  }
  // One sentence for all of them: it does not tell what is there.
  expect([...said]).toEqual([expect.stringMatching(/doesn't take a file from this path/u)])
  expect((await fixture.page('library.stats', {})).assets).toBe(1)
})

slow("a link with another name to a file of the library is the library's own asset", async () => {
  const fixture = await openAgentsFixture()
  const agent = await connect(fixture, (await fixture.createAgent('Linker')).token)
  const outside = await makeTempDir()
  await writeFile(join(outside, 'a.png'), await image(50))
  const { data } = await agent.use('import_file', { path: join(outside, 'a.png') })
  await link(String(data['file']), join(outside, 'b.png'))
  const again = await agent.use('import_file', { path: join(outside, 'b.png') })
  expect(again.data).toMatchObject({ assetId: data['assetId'], isNew: false })
})

slow('no answer of a tool holds a key, a signed address or another agent', async () => {
  const fixture = await openAgentsFixture()
  const { page, service } = fixture
  await page('profiles.create', {
    name: 'Other',
    baseUrl: 'https://user.example',
    apiKey: 'sk-canary-of-another-profile',
  })
  const other = await fixture.createAgent('Secret project')
  const agent = await connect(fixture, (await fixture.createAgent('Curious', 3)).token)
  const options = {
    resolution: '64x64',
    image_url: 'https://bucket.example/a.png?X-Amz-Signature=canary-signature',
  }
  const responses = [
    await agent.use('list_models', {}),
    await agent.use('describe_model', { provider: 'sample', model: QUOTE.model }),
    await agent.use('quote', { ...QUOTE, options }),
    await agent.use('search_library', {}),
    await agent.use('spending', {}),
    await agent.use('task', { taskId: other.id }),
  ]
  const all = JSON.stringify(responses)
  for (const secret of [
    service.apiKey,
    'canary',
    other.token,
    other.id,
    'Secret project',
    fixture.bearerToken,
    'user.example',
    service.baseUrl,
  ]) {
    expect([secret, all.includes(secret)]).toEqual([secret, false])
  }
})
