import { describe, expect, it } from 'vitest'
import { profileOf } from '#local-service/character/profile.ts'
import { TRAITS } from '#local-service/character/words/story-words.ts'
import type { TraitName } from '#local-service/character/words/vocabulary.ts'

describe('a profile', () => {
  it('tells of the character that the words describe', () => {
    const profile = profileOf('a brave old knight named Roland with a red cape', 8)
    expect(profile).toMatchObject({ name: 'Roland', role: 'knight', species: 'human', age: 'old', seed: 8 })
    expect(profile.traits[0]).toBe('brave')
    expect(profile.traits).not.toContain('shy')
    expect(profile.story).toMatch(/^Roland is a knight from .+ who guards the old bridge/u)
    expect(profile.appearance).toContain('a cape')
    expect(profile.palette).toContainEqual({ part: 'main', hex: expect.stringMatching(/^#[0-9a-f]{6}$/u) })
  })

  it('is the same for the same seed, and another for another', () => {
    expect(profileOf('a witch', 1)).toEqual(profileOf('a witch', 1))
    expect(profileOf('a witch', 1).story).not.toBe(profileOf('a witch', 2).story)
  })

  it('never has a trait together with its opposite', () => {
    for (let seed = 0; seed < 150; seed += 1) {
      const { traits } = profileOf('a traveller', seed)
      const opposites = traits.map((trait) => TRAITS[trait as TraitName].opposite)
      expect(opposites.some((opposite) => opposite !== undefined && traits.includes(opposite))).toBe(false)
    }
  })

  it('is written without a slip for all kinds of people', () => {
    for (let seed = 0; seed < 120; seed += 1) {
      const prompt = ['an astronaut', 'an old elf', 'a robot', 'a bear', 'an orc', ''][seed % 6] ?? ''
      const { name, story, appearance, traits, likes, palette } = profileOf(prompt, seed)
      const text = `${story} ${appearance}`
      expect(text).not.toMatch(/\ba [aeiou]|\ban [^aeiou]|undefined|null|  |\.\./iu)
      expect(story.startsWith(name)).toBe(true)
      expect(story.split('. ')).toHaveLength(4)
      expect(new Set(traits).size).toBe(3)
      expect(new Set(likes).size).toBe(3)
      expect(palette.length).toBeGreaterThan(3)
    }
  })
})
