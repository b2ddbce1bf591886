/** What InvokeAI, Eagle and XMP say of files becomes collections, ratings and tags. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { withText } from '../../provenance/files.ts'
import { a1111Image, type ArchiveLibrary, makeArchive, openArchives, stateOf } from './fixtures.ts'

async function invokeImage(number: number): Promise<Buffer> {
  const metadata = {
    positive_prompt: `board ${number}`,
    seed: number,
    model: { name: 'flux' },
    width: 64,
    height: 64,
  }
  return withText(await makeImage(number), 'tEXt', 'invokeai_metadata', JSON.stringify(metadata))
}

async function invokeArchive(): Promise<string> {
  const root = await makeArchive({
    'outputs/images/a.png': await invokeImage(1),
    'outputs/images/b.png': await invokeImage(2),
    'outputs/images/step.png': await invokeImage(3),
    'outputs/images/mask.png': await invokeImage(4),
    'outputs/images/thumbnails/a.webp': await makeImage(5),
    'databases/.keep': '',
  })
  const database = new DatabaseSync(join(root, 'databases/invokeai.db'))
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE images (image_name TEXT PRIMARY KEY, image_category TEXT, is_intermediate INTEGER, starred INTEGER);
    CREATE TABLE boards (board_id TEXT PRIMARY KEY, board_name TEXT);
    CREATE TABLE board_images (board_id TEXT, image_name TEXT);
    INSERT INTO images VALUES ('a.png', 'general', 0, 1), ('b.png', 'general', 0, 0), ('step.png', 'general', 1, 0), ('mask.png', 'mask', 0, 0);
    INSERT INTO boards VALUES ('1', 'Foxes');
    INSERT INTO board_images VALUES ('1', 'a.png');`)
  database.close()
  return root
}

/** The names of the collections, each with the prompts or titles in it and in those nested in it. */
async function collected({ library }: ArchiveLibrary) {
  const found: Record<string, string[]> = {}
  const all = library.collections.list()
  for (const { id, name, parentId } of all) {
    const page = await library.search.query({ collectionId: id, limit: 100 })
    const parent = all.find((one) => one.id === parentId)
    const members = page.ok ? page.data.items.map(({ prompt, title }) => prompt ?? title ?? '') : []
    found[parent ? `${parent.name}/${name}` : name] = members.toSorted()
  }
  return found
}

slow('InvokeAI: boards are collections, stars favorites, and masks and steps are left out', async () => {
  const root = await invokeArchive()
  const before = await stateOf(root)
  const exchange = await openArchives()
  const taken = await exchange.take(root)
  expect(taken).toMatchObject({ added: 2, unreadCount: 3 })
  expect(Object.fromEntries(taken.unread.map(({ path, reason }) => [path, reason]))).toEqual({
    'outputs/images/step.png': 'intermediate',
    'outputs/images/mask.png': 'mask',
    'outputs/images/thumbnails/a.webp': 'thumbnail',
  })
  expect(
    exchange
      .assets()
      .map(({ prompt = '', favorite }) => `${prompt}: ${favorite}`)
      .toSorted(),
  ).toEqual(['board 1: true', 'board 2: false'])
  expect(await collected(exchange)).toEqual({ Foxes: ['board 1'] })
  expect(await stateOf(root)).toEqual(before)
})

slow('InvokeAI: a database that is in use is read without waiting for it', async () => {
  const root = await invokeArchive()
  const database = new DatabaseSync(join(root, 'databases/invokeai.db'))
  database.exec(
    "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE images SET starred = 1 WHERE image_name = 'b.png'",
  )
  try {
    const exchange = await openArchives()
    expect(await exchange.take(root)).toMatchObject({ added: 2 })
    expect(await collected(exchange)).toEqual({ Foxes: ['board 1'] })
  } finally {
    database.close()
  }
})

test('InvokeAI: where the database is damaged, the files come in all the same', async () => {
  const root = await invokeArchive()
  const path = join(root, 'databases/invokeai.db')
  await writeFile(path, (await readFile(path)).fill(7, 100))
  const exchange = await openArchives()
  expect(await exchange.take(root)).toMatchObject({ added: 4 })
  expect(await collected(exchange)).toEqual({})
})

function eagleNote(note: object): string {
  return JSON.stringify({ ext: 'png', tags: [], folders: [], isDeleted: false, ...note })
}

slow('Eagle: folders, tags, stars and names come along, and a half-written note is named', async () => {
  const root = await makeArchive({
    'metadata.json': JSON.stringify({
      folders: [{ id: 'F1', name: 'Work', children: [{ id: 'F2', name: 'Posters', children: [] }] }],
    }),
    'images/A.info/owl.png': await makeImage(1),
    'images/A.info/owl_thumbnail.png': await makeImage(11),
    'images/A.info/metadata.json': eagleNote({
      name: 'owl',
      tags: ['night', 'bird'],
      folders: ['F2'],
      star: 4,
    }),
    'images/B.info/cat.png': await makeImage(2),
    'images/B.info/metadata.json': '{"name":"cat","ext":"pn',
    'images/C.info/gone.png': await makeImage(3),
    'images/C.info/metadata.json': eagleNote({ name: 'gone', isDeleted: true }),
  })
  const before = await stateOf(root)
  const exchange = await openArchives()
  const preview = await exchange.archives.preview(root)
  expect(preview).toMatchObject({ ok: true, data: { sources: [{ source: 'eagle', files: 3 }] } })
  const taken = await exchange.take(root)
  expect(taken).toMatchObject({ added: 2 })
  expect(Object.fromEntries(taken.unread.map(({ path, reason }) => [path, reason]))).toEqual({
    'images/A.info/owl.png': 'noRecipe',
    'images/A.info/owl_thumbnail.png': 'thumbnail',
    'images/B.info/cat.png': 'damagedNote',
    'images/C.info/gone.png': 'trashed',
  })
  const owl = exchange.assets().find(({ title }) => title === 'owl')
  expect(owl).toMatchObject({ rating: 4 })
  expect(owl?.tags.toSorted()).toEqual(['bird', 'night'])
  expect(await collected(exchange)).toEqual({ Work: ['owl'], 'Work/Posters': ['owl'] })
  expect(await stateOf(root)).toEqual(before)
})

test('Eagle: an annotation is a recipe where it reads as one, else the prompt where nothing else says it', async () => {
  const annotated = {
    plain: 'an owl \0in "rain"\u202E',
    recipe: 'a cat\nSteps: 7, Seed: 5, Model: photon',
    carried: 'a note',
  }
  const files: Record<string, Buffer | string> = { 'metadata.json': JSON.stringify({ folders: [] }) }
  for (const [number, [name, annotation]] of Object.entries(annotated).entries()) {
    files[`images/${number}.info/${name}.png`] = await (name === 'carried' ? a1111Image : makeImage)(number)
    files[`images/${number}.info/metadata.json`] = eagleNote({ name, annotation })
  }
  files['images/9.info/none.png'] = await makeImage(9)
  files['images/9.info/metadata.json'] = eagleNote({ name: 'none', annotation: { not: 'a text' } })
  const exchange = await openArchives()
  const taken = await exchange.take(await makeArchive(files))
  expect(taken.unread).toEqual([
    { path: 'images/0.info/plain.png', reason: 'noRecipe' },
    { path: 'images/9.info/none.png', reason: 'noRecipe' },
  ])
  const said = exchange
    .assets()
    .map(({ title = '', prompt, model, scene }) => [title, { prompt, model, scene }])
  expect(Object.fromEntries(said)).toEqual({
    plain: { prompt: 'an owl in "rain"\u202E', model: 'unknown', scene: 'imported' },
    recipe: { prompt: 'a cat', model: 'photon', scene: 'text-to-image' },
    carried: { prompt: 'fox 2', model: 'photon', scene: 'text-to-image' },
    none: { prompt: undefined, model: 'unknown', scene: 'imported' },
  })
  expect(await exchange.prompts({ text: 'owl rain' })).toHaveLength(1)
})

test('a packet of XMP beside a file gives it its rating and its tags', async () => {
  const packet = `<x:xmpmeta><rdf:RDF><rdf:Description xmp:Rating="3"><dc:subject><rdf:Bag><rdf:li>moss</rdf:li><rdf:li>rain &amp; fog</rdf:li></rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>`
  const root = await makeArchive({ 'photo.png': await makeImage(1), 'photo.xmp': packet })
  const exchange = await openArchives()
  await exchange.take(root)
  expect(exchange.assets()).toMatchObject([{ rating: 3, tags: ['moss', 'rain & fog'] }])
  expect((await stat(join(root, 'photo.xmp'))).size).toBe(packet.length)
})
