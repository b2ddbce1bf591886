import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSupportLogs } from '#adapters/node/log-file.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('gives the newest notes and the end of the log, in whole lines and without keys', async () => {
  const dataDir = await makeTempDir()
  const folder = join(dataDir, 'logs')
  await mkdir(folder)
  const lines = Array.from({ length: 5_000 }, (_, line) => `line ${line} token=CANARY`)
  await writeFile(join(folder, 'atelier.log'), lines.join('\n'))
  for (const time of [1, 2, 3, 4]) await writeFile(join(folder, `crash-${time}.txt`), `note ${time}\n`)
  await writeFile(join(folder, 'crash-x.txt'), 'not ours')
  const text = await readSupportLogs(dataDir)
  expect(text).toMatch(
    /^== crash-4\.txt\nnote 4\n\n== crash-3\.txt\nnote 3\n\n== crash-2\.txt\nnote 2\n\n== atelier/,
  )
  expect(text).toMatch(/== atelier\.log\nline \d+ token=\[removed\]\n/)
  expect(text.endsWith('line 4999 token=[removed]')).toBe(true)
  expect([text.includes('CANARY'), text.length < 60_000]).toEqual([false, true])
})

test('says that there is none', async () => {
  expect(await readSupportLogs(await makeTempDir())).toBe('There is no log.')
})
