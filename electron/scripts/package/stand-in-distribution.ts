/**
 * A folder that electron-builder takes for Electron's own distribution, for machines where that cannot be fetched.
 *
 * It shows what is packed and that the fuses are set. Nothing in it can be started.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'

/** Precedes the fuses in Electron's program: `SENTINEL` of @electron/fuses. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES_VERSION = 1
/** As many as Electron 45 has; `0` is off, `1` on, as @electron/fuses reads them. */
const FUSES = '00000000'

/** Lays the distribution of Linux into `folder`, which is made. */
export async function layStandInDistribution(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true })
  const fuses = Buffer.concat([
    Buffer.from(SENTINEL),
    Buffer.from([FUSES_VERSION, FUSES.length]),
    Buffer.from(FUSES),
  ])
  await writeFile(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), fuses]), {
    mode: 0o755,
  })
  await writeFile(join(folder, 'LICENSE'), 'Stands in for the license of Electron.\n')
  await mkdir(join(folder, 'locales'))
  for (const language of ['de', 'en-US']) await writeFile(join(folder, 'locales', `${language}.pak`), '')
  const application = await mkdtemp(join(tmpdir(), 'atelier-default-app-'))
  try {
    await writeFile(join(application, 'package.json'), '{"name":"default-app","main":"main.js"}')
    await writeFile(join(application, 'main.js'), '')
    await createPackage(application, join(folder, 'resources', 'default_app.asar'))
  } finally {
    await rm(application, { recursive: true, force: true })
  }
}
