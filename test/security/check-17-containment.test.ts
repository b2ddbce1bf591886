/** Check 17: what is opened lies inside the folders for media by its real path, and is reached through no link. */
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inHouse } from '../hosts/page/house.ts'

test.each([
  ['a file outside the folders', (dataDir: string) => join(dataDir, 'secrets.json')],
  ['a path with dots in it', (dataDir: string) => join(dataDir, 'media') + '/../secrets.json'],
  ['a link inside the folders', (dataDir: string) => join(dataDir, 'media', 'link.png')],
  ['a link to a file that may be served', (dataDir: string) => join(dataDir, 'media', 'alias.png')],
  ['a file behind a linked folder', (dataDir: string) => join(dataDir, 'media', 'linked', 'secrets.json')],
  ['a folder whose name begins alike', (dataDir: string) => join(dataDir, 'media-other', 'x.png')],
  ['a folder', (dataDir: string) => join(dataDir, 'media', 'ab')],
  ['a file that is gone', (dataDir: string) => join(dataDir, 'media', 'gone.png')],
  ['a path with NUL', (dataDir: string) => join(dataDir, 'media', 'ab', 'ab.png\0')],
])('does not serve %s', (_, pathIn) =>
  inHouse(async ({ app, dataDir, get }) => {
    await symlink(join(dataDir, 'secrets.json'), join(dataDir, 'media', 'link.png'))
    await symlink(join(dataDir, 'media', 'ab', 'ab.png'), join(dataDir, 'media', 'alias.png'))
    await symlink(dataDir, join(dataDir, 'media', 'linked'))
    await writeFile(join(dataDir, 'media-other', 'x.png'), 'SECRET')
    app.files.set('asset x', { path: pathIn(dataDir), mimeType: 'image/png', sizeBytes: 6 })
    expect((await get('/media/x')).status).toBe(404)
  })(),
)
