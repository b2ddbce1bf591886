/** A refusing disk is told from everything else that goes wrong. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskFailure, DiskRefusal, fileFailure, onDisk, probeDisk } from '#core/store/disk-errors.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

test('takes any operation that fails for the disk only where files alone are touched', async () => {
  const missing = join(await makeTempDir(), 'missing', 'file')
  const error: unknown = await open(missing, 'w').catch((reason: unknown) => reason)
  expect(diskFailure(error)).toBeNull()
  expect(fileFailure(error)).toMatchObject({ code: 'disk_error', message: expect.stringContaining('ENOENT') })
  expect(fileFailure(error)?.message).not.toContain(missing)
  await expect(onDisk(open(missing, 'w'))).rejects.toBeInstanceOf(DiskRefusal)
})

test('leaves an error of another kind as it is', async () => {
  const error = new TypeError('x is not a function')
  expect(fileFailure(error)).toBeNull()
  await expect(onDisk(Promise.reject(error))).rejects.toBe(error)
})

test('finds out whether a disk takes anything, and whether there is room for it', async () => {
  const folder = await makeTempDir()
  const path = join(folder, 'probe')
  expect(await probeDisk(path, 1_000)).toBeNull()
  expect(await probeDisk(path, Number.MAX_SAFE_INTEGER)).toMatchObject({ code: 'disk_full' })
  expect(await probeDisk(join(folder, 'missing', 'probe'), 0)).toMatchObject({ code: 'disk_error' })
})
