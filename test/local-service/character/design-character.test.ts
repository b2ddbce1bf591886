import { describe, expect, it } from 'vitest'
import { designCharacter } from '#local-service/character/design-character.ts'
import { hexOf } from '#local-service/character/hex.ts'
import { nameCharacter } from '#local-service/character/names.ts'
import { ARCHETYPES } from '#local-service/character/words/archetypes.ts'
import { toOklab, type Rgb } from '#local-service/paint/color.ts'

const hueOf = (color: Rgb): number => {
  const [, a, b] = toOklab(color)
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360
}

describe('a design', () => {
  it('is the same for the same words and seed, and another for another seed', () => {
    expect(designCharacter('a traveller', 4)).toEqual(designCharacter('a traveller', 4))
    expect(designCharacter('a traveller', 4).design).not.toEqual(designCharacter('a traveller', 5).design)
  })

  it('wears what the words say, whatever the seed', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const { design } = designCharacter(
        'an old bald man in a green coat with a monocle, a scarf and a lantern',
        seed,
      )
      expect(design).toMatchObject({
        species: 'human',
        age: 'old',
        isFeminine: false,
        hair: 'bald',
        face: { eyewear: 'monocle' },
        outfit: { top: 'coat', over: 'scarf', prop: 'lantern' },
      })
      const hue = hueOf(design.colors.primary)
      expect(hue > 120 && hue < 175, `hue ${hue}`).toBe(true)
    }
  })

  it.each([
    ['a small robot', { species: 'robot', outfit: { top: 'chassis' } }],
    ['a mouse cook', { species: 'beast', animal: 'mouse', outfit: { head: 'chef-hat' } }],
    ['a cat-eared girl', { species: 'human', animal: 'cat' }],
    ['an elven archer', { species: 'elf', outfit: { prop: 'bow' } }],
    ['a goblin', { species: 'goblin' }],
  ])('knows what kind of being %j is', (prompt, expected) => {
    expect(designCharacter(prompt, 1).design).toMatchObject(expected)
  })

  it('never leaves legs bare under what only looked long, and gives no beard to those who have none', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const archetype = ARCHETYPES[seed % ARCHETYPES.length]
      const { design } = designCharacter(`a woman, ${archetype?.words.split(' ')[0]} in a tunic`, seed)
      expect(design.outfit.bottom === 'none' && design.species !== 'robot').toBe(false)
      expect(design.face.beard).toBe('none')
    }
  })

  it('takes up the colours of a reference picture, unless the words name one', () => {
    const reference: Rgb[] = [
      [0.5, 0.02, 0.3],
      [0.02, 0.3, 0.3],
    ]
    const shown = designCharacter('a wizard', 3, reference).design.colors
    expect([shown.primary, shown.secondary]).toEqual(reference)
    expect(designCharacter('a wizard in a yellow robe', 3, reference).design.colors.primary).not.toEqual(
      reference[0],
    )
  })

  it('tells cloth from skin', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const { skin, primary } = designCharacter('a viking', seed).design.colors
      const [one, two] = [toOklab(skin), toOklab(primary)]
      expect(Math.hypot(one[0] - two[0], one[1] - two[1], one[2] - two[2])).toBeGreaterThan(0.05)
    }
  })
})

describe('a name', () => {
  it('is that of the prompt, or one that fits and can be written', () => {
    const given = designCharacter('a knight named Odette', 2)
    expect(nameCharacter(given, 'a knight named Odette', 2)).toBe('Odette')
    for (let seed = 0; seed < 200; seed += 1) {
      const prompt = ['a knight', 'a robot', 'a fox', 'a student'][seed % 4] ?? ''
      const name = nameCharacter(designCharacter(prompt, seed), prompt, seed)
      expect(name).toMatch(/^[A-Z][a-z]+(?:-\d+| [A-Z][a-z]+)$/u)
    }
  })
})

describe('a hexadecimal colour', () => {
  it('has six digits', () => {
    expect([hexOf([0, 0, 0]), hexOf([1, 1, 1]), hexOf([1, 0, 0.215_86])]).toEqual([
      '#000000',
      '#ffffff',
      '#ff0080',
    ])
  })
})
