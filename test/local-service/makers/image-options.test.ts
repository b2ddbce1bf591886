import { describe, expect, it } from 'vitest'
import { IMAGE_OPTIONS, imageSize } from '#local-service/makers/image-options.ts'

const read = (raw: Readonly<Record<string, unknown>>) => IMAGE_OPTIONS.read(raw).values

describe('image options', () => {
  it.each([
    [{}, [1024, 1024]],
    [{ resolution: '512' }, [512, 512]],
    [{ resolution: '2k' }, [2048, 2048]],
    [{ aspect_ratio: '16:9' }, [1366, 768]],
    [{ aspect_ratio: '9:16' }, [768, 1366]],
    [{ resolution: '2K', aspect_ratio: '16:9' }, [2048, 1152]],
    [{ resolution: '640x333' }, [640, 333]],
    [{ resolution: '640x333', aspect_ratio: '1:1' }, [640, 333]],
  ])('give %j the size %j', (raw, [width, height]) => {
    expect(imageSize(read(raw), null)).toEqual({ width, height })
  })

  it('take the shape of the input image where no ratio is named', () => {
    const { width, height } = imageSize(read({ resolution: '512' }), 2)
    expect(width / height).toBeCloseTo(2, 1)
  })

  it.each([
    [{ resolution: '4096x4096' }, /^options\.resolution "4096x4096" is not possible/u],
    [{ resolution: 1024 }, /^options\.resolution must be a string/u],
    [{ aspect_ratio: '9:1' }, /^options\.aspect_ratio "9:1" is not possible/u],
    [{ aspect_ratio: 'wide' }, /^options\.aspect_ratio "wide" is not possible/u],
    [{ count: 0 }, /^options\.count must be a whole number from 1 to 8/u],
    [{ count: 2.5 }, /^options\.count/u],
    [{ seed: -1 }, /^options\.seed must be a whole number/u],
    [{ seed: '7' }, /^options\.seed/u],
    [{ output_format: 'bmp' }, /^options\.output_format must be one of/u],
    [{ strength: 2 }, /^options\.strength must be a number from 0 to 1/u],
    [{ image_input: [] }, /^options\.image_input must be/u],
  ])('refuse %j, naming the option', (raw, message) => {
    expect(() => read(raw)).toThrow(message)
  })

  it('list unknown keys instead of refusing them', () => {
    expect(IMAGE_OPTIONS.read({ duration: 5, count: 2 }).ignored).toEqual(['duration'])
  })
})
