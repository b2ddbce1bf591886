import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  CHARACTER_IMAGES,
  CHARACTER_STYLES,
  type CharacterJob,
  profileOf,
} from '#local-service/character/design.ts'
import { referenceColors } from '#local-service/makers/character-maker.ts'
import { drawCharacter } from '#local-service/character/draw-character.ts'
import { hexOf } from '#local-service/image/color.ts'
import { slow } from '#test/stand-ins/scale.ts'

async function draw(over: Partial<CharacterJob> = {}): Promise<Buffer> {
  const base = { image: 'sheet', style: 'gouache', prompt: 'a knight with a red cape', seed: 5 } as const
  const job: CharacterJob = { ...base, width: 200, height: 200, reference: [], format: 'png', ...over }
  return Buffer.from((await drawCharacter(job)).bytes)
}

it('a word that every object has is no colour', () => {
  expect(profileOf('a knight with a constructor cape', 5).palette).toHaveLength(6)
})

describe('an image of a character', () => {
  slow.each(CHARACTER_IMAGES)('is drawn as %s in every style and shape', async (image) => {
    for (const style of CHARACTER_STYLES) {
      for (const [width, height] of [
        [240, 128],
        [128, 240],
      ] as const) {
        const made = sharp(await draw({ image, style, width, height }))
        const { width: w, height: h } = await made.metadata()
        expect([w, h]).toEqual([width, height])
        const { channels } = await made.removeAlpha().stats()
        expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(8)
      }
    }
  })

  it('is the same for the same job, and another for another seed, prompt or style', async () => {
    const one = await draw()
    expect(one.equals(await draw())).toBe(true)
    for (const over of [{ seed: 6 }, { prompt: 'a robot' }, { style: 'line' }] as const)
      expect(one.equals(await draw(over))).toBe(false)
  })
})

describe('a profile', () => {
  it('tells of the character that the words describe', () => {
    const profile = profileOf('a brave old knight named Roland with a red cape', 8)
    expect(profile).toMatchObject({ name: 'Roland', role: 'knight', species: 'human', age: 'old', seed: 8 })
    expect(profile.traits[0]).toBe('brave')
    expect(profile.story).toMatch(/^Roland is a knight from .+ who guards the old bridge/u)
    expect(profile.appearance).toContain('a cape')
    expect(profile.palette).toContainEqual({ part: 'main', hex: expect.stringMatching(/^#[0-9a-f]{6}$/u) })
  })

  it('is written without a slip for all kinds of characters', () => {
    const prompts = ['an astronaut', 'an old wizard', 'a robot', 'a bear', 'a fox inventor', '']
    for (let seed = 0; seed < 60; seed += 1) {
      const { name, story, appearance, traits, likes } = profileOf(prompts[seed % 6] ?? '', seed)
      expect(`${story} ${appearance}`).not.toMatch(/\ba [aeiou]|\ban [^aeiou]|undefined|null| {2}|\.\./iu)
      expect(story.startsWith(name)).toBe(true)
      expect([new Set(traits).size, likes.length]).toEqual([3, 3])
    }
  })
})

it('takes the telling colours of a reference image', async () => {
  const background = sharp({ create: { width: 60, height: 60, channels: 3, background: '#20a060' } })
  const [first] = await referenceColors(await background.png().toBuffer())
  expect(first === undefined ? null : hexOf(first)).toBe('#20a060')
})
