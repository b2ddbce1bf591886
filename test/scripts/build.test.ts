/** What a build depends on: the sources, and nothing of where it is started from. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { inProduction } from '../../electron/scripts/build/build.ts'

test.each(['development', undefined])(
  'is made for production where NODE_ENV is %s, and leaves it',
  async (set) => {
    vi.stubEnv('NODE_ENV', set)
    onTestFinished(() => void vi.unstubAllEnvs())
    const during: unknown[] = []
    const failing = inProduction(async () => {
      during.push(process.env['NODE_ENV'])
      throw new Error('no build')
    })
    await expect(failing).rejects.toThrow('no build')
    expect(during).toEqual(['production'])
    expect(process.env['NODE_ENV']).toBe(set)
  },
)
