/** Packets of XMP beside exported files: what other programs read in them, and what comes back out of them alone. */
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { ParsedInput } from '#contract/routes.ts'
import { cleanText } from '#core/library/provenance/clean-json.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { OTHERS } from '../provenance/samples.ts'
import { makeArchive, openArchives } from './archives/fixtures.ts'
import { type Exchange, namesIn, openExchange, readZip } from './fixtures.ts'

const HOSTILE = [
  `]]> & <b> "double" 'single' xmp:Rating='1' dc:subject='put in' dc:title="put in" -->`,
  '</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  'nothing \0 bell \u0007 escape \u001B none \uFFFE\uFFFF carriage\r\nreturn\ttab',
  'half \uD83E of a fox, and the other \uDD8A half',
  '\u202Eשלום\u202C مرحبا \u2067right\u2069',
  'family 👨‍👩‍👧‍👦, flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿, far \u{1FFFE}',
  'a & "long" <walk>\' '.repeat(5_263),
]
/** In the order that the library keeps them in. */
const TAGS = ['<moss>', `rain & 'fog'`, 'שלום', '狐 🦊']
const WISH = { filter: {}, form: 'files', template: '{index}', xmpSidecars: true } as const

async function fill(exchange: Exchange, prompts: readonly string[]): Promise<void> {
  for (const [number, prompt] of prompts.entries()) {
    const options = { seed: number, negative_prompt: prompt.slice(0, 100) }
    await exchange.add(number, { prompt, options, rating: 3, tags: TAGS, title: `Title '${number}'` })
  }
}

/** All but what an import cannot know, with prompts as a library takes them in. */
function said({ assets }: Exchange): unknown[] {
  return assets().map(({ id: _id, taskId: _taskId, inputs: _inputs, options, prompt, ...rest }) => ({
    ...rest,
    seed: options['seed'],
    prompt: prompt && cleanText(prompt, 200_000),
  }))
}

async function exported(exchange: Exchange, wish: Partial<ParsedInput<'library.export'>> = {}) {
  const job = await exchange.ended(exchange.exporter.start({ ...WISH, ...wish }))
  return { job, path: job.path ?? '', names: await namesIn(job.path ?? '').catch(() => []) }
}

/** The files without any recipe, with the packets that an export laid beside them. */
async function strippedWithPackets(exchange: Exchange): Promise<Record<string, Buffer>> {
  const [stripped, whole] = [await exported(exchange, { embedRecipe: false }), await exported(exchange)]
  const files: Record<string, Buffer> = {}
  for (const name of stripped.names) files[name] = await readFile(join(stripped.path, name))
  for (const name of whole.names.filter((one) => one.endsWith('.xmp')))
    files[name] = await readFile(join(whole.path, name))
  return files
}

slow('each file has its packet beside it, and all that was exported comes back from either', async () => {
  const exchange = await openExchange()
  await fill(exchange, ['a fox', 'a bear'])
  const { job, path, names } = await exported(exchange)
  expect(names).toEqual(['1.png', '1.png.xmp', '2.png', '2.png.xmp'])
  expect(job.message.text).toBe(`2 files exported to ${path}.`)
  const folder = await openExchange()
  expect((await folder.ended(folder.importer.start(path))).message.text).toBe('2 files added.')
  expect(said(folder)).toEqual(said(exchange))
  const archive = await openArchives()
  expect(await archive.take(path)).toMatchObject({ added: 2, known: 0, unreadCount: 0 })
  expect(await archive.take(path)).toMatchObject({ added: 0, known: 2, unreadCount: 0 })
})

slow('a ZIP file has them too, and comes back whole', async () => {
  const exchange = await openExchange()
  await fill(exchange, ['a fox'])
  const { path } = await exported(exchange, { form: 'zip' })
  expect([...readZip(await readFile(path)).keys()]).toEqual(['1.png', '1.png.xmp'])
  const other = await openExchange()
  expect((await other.ended(other.importer.start(path))).message.text).toBe('1 file added.')
  expect(said(other)).toEqual(said(exchange))
})

slow('prompts, tags and ratings come back from the packets alone, whatever they say', async () => {
  const exchange = await openExchange()
  await fill(exchange, HOSTILE)
  const files = await strippedWithPackets(exchange)
  expect(Object.keys(files)).toHaveLength(2 * HOSTILE.length)
  const root = await makeArchive(files)
  const archive = await openArchives()
  expect(await archive.take(root)).toMatchObject({ added: HOSTILE.length, unreadCount: 0 })
  expect(said(archive)).toEqual(said(exchange))
  const folder = await openExchange()
  await folder.ended(folder.importer.start(root))
  expect(said(folder)).toEqual(said(exchange))
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, `inside/${name}`)
  zip.end()
  const path = join(await makeTempDir(), 'all.zip')
  await writeFile(path, await buffer(zip.outputStream))
  const unpacked = await openExchange()
  const taken = await unpacked.ended(unpacked.importer.start(path))
  expect(taken.message.text).toBe(`${HOSTILE.length} files added.`)
  expect(said(unpacked)).toEqual(said(exchange))
})

slow('what another program changed in a packet counts', async () => {
  const exchange = await openExchange()
  await fill(exchange, ['a fox'])
  const { '1.png': image = '', '1.png.xmp': packet = '' } = await strippedWithPackets(exchange)
  const changed = packet
    .toString()
    .replace('xmp:Rating="3"', 'xmp:Rating="-1"')
    .replace(/<dc:title>.*<\/dc:title>/, '')
    .replace('<rdf:Bag>', '<rdf:Bag><rdf:li>1st</rdf:li>')
  const archive = await openArchives()
  await archive.take(await makeArchive({ '1.png': image, '1.png.xmp': changed }))
  const [asset] = archive.assets()
  expect(asset).toMatchObject({ prompt: 'a fox', rating: 0, tags: ['1st', ...TAGS] })
  expect(asset).not.toHaveProperty('title')
})

slow('a packet under the whole name comes before one that may be of another file', async () => {
  const packet = (rating: number) => `<rdf:Description xmp:Rating="${rating}"/>`
  const files = { 'a.png': await makeImage(1), 'a.xmp': packet(2), 'a.png.xmp': packet(5) }
  const archive = await openArchives()
  await archive.take(await makeArchive(files))
  expect(archive.assets()).toMatchObject([{ rating: 5 }])
  const alone = await openArchives()
  await alone.take(await makeArchive({ 'a.png': files['a.png'], 'a.xmp': packet(2) }))
  expect(alone.assets()).toMatchObject([{ rating: 2 }])
})

test('without recipes there are none, nor unless they are wanted', async () => {
  const exchange = await openExchange()
  await fill(exchange, ['a secret fox'])
  const silent = await exported(exchange, { embedRecipe: false })
  expect(silent.names).toEqual(['1.png'])
  expect((await readFile(join(silent.path, '1.png'))).includes('secret')).toBe(false)
  const zip = await exported(exchange, { embedRecipe: false, form: 'zip' })
  expect([...readZip(await readFile(zip.path)).keys()]).toEqual(['1.png'])
  expect((await exported(exchange, { xmpSidecars: false })).names).toEqual(['1.png'])
})

slow('a recipe that lies beside its file is counted, and the packet beside it is not', async () => {
  const exchange = await openExchange()
  for (const make of Object.values(OTHERS)) await exchange.addBytes(await make(), { prompt: 'a fox' })
  const { job, names } = await exported(exchange)
  expect(names).toEqual(['1.avif', '1.avif.xmp', '1.recipe.json', '2.gif', '2.gif.xmp', '2.recipe.json'])
  expect(job.message.text).toContain('2 recipes lie beside their files')
})

test('a packet that lies in the chosen folder is not written over', async () => {
  const chosen = await makeTempDir()
  await writeFile(join(chosen, '1.png.xmp'), 'mine')
  const shell = {
    reveal: async () => undefined,
    chooseFolder: async () => chosen,
    chooseFile: async () => null,
  }
  const exchange = await openExchange(shell)
  await fill(exchange, ['a fox'])
  expect((await exported(exchange, { chooseFolder: true })).names).toEqual([
    '1 (2).png',
    '1 (2).png.xmp',
    '1.png.xmp',
  ])
  expect(await readFile(join(chosen, '1.png.xmp'), 'utf8')).toBe('mine')
})

/** Prints what a packet says, read by an XML parser that is not ours. */
const READ_PACKETS = `
import json, sys, xml.etree.ElementTree as tree
RDF, DC, XMP = '{http://www.w3.org/1999/02/22-rdf-syntax-ns#}', '{http://purl.org/dc/elements/1.1/}', '{http://ns.adobe.com/xap/1.0/}'
LANG = '{http://www.w3.org/XML/1998/namespace}lang'
for path in sys.argv[1:]:
    root = tree.parse(path).getroot()
    said = {key.replace(XMP, ''): value for one in root.iter(RDF + 'Description') for key, value in one.attrib.items() if key.startswith(XMP)}
    for name in ('description', 'subject'):
        said[name] = [[item.get(LANG), item.text] for list in root.iter(DC + name) for item in list.iter(RDF + 'li')]
    print(json.dumps(said))
`

slow('another XML parser reads in each packet what is meant', async ({ skip }) => {
  const { status, error } = spawnSync('python3', ['-c', 'import xml.etree.ElementTree'])
  if (status !== 0) skip(`no Python to parse XML with: ${error?.message ?? `it ended with ${status}`}`)
  const exchange = await openExchange()
  await fill(exchange, HOSTILE)
  const { path, names } = await exported(exchange)
  const packets = names.filter((name) => name.endsWith('.xmp')).map((name) => join(path, name))
  const read = spawnSync('python3', ['-c', READ_PACKETS, ...packets], { encoding: 'utf8' })
  expect(read.stderr).toBe('')
  const parsed = read.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  const meant = exchange.assets().map(({ prompt = '', createdAt }) => ({
    Rating: '3',
    CreateDate: new Date(createdAt).toISOString(),
    CreatorTool: 'Atelier 1.2.3',
    description: [['x-default', expect.stringContaining(shownOf(prompt)) as string]],
    subject: TAGS.map((tag) => [null, tag]),
  }))
  expect(parsed).toEqual(meant)
})

/** Without what XML cannot say; a long prompt is cut for those who read it elsewhere. */
function shownOf(prompt: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  const unsaid = /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
  return prompt.toWellFormed().replace(unsaid, '').slice(0, 9_000)
}
