import { describe, expect, it } from 'vitest'
import { readCharacter } from '#local-service/character/words/read-character.ts'

describe('a prompt for a character', () => {
  it.each([
    ['a brave knight with a red cape', { title: 'knight', colors: { cape: 'red' }, traits: ['brave'] }],
    ['an old sorceress', { title: 'sorceress', age: 'old' }],
    ['a cyberpunk hacker', { title: 'hacker' }],
    ['red curly hair and blue eyes', { colors: { hair: 'red', eyes: 'blue' }, hair: 'curly' }],
    ['a woman with a long blue dress', { isFeminine: true, hair: null, colors: { primary: 'blue' } }],
    ['a man with long hair', { isFeminine: false, hair: 'long' }],
    ['long black braids', { hair: 'braid', colors: { hair: 'black' } }],
    [
      'a girl with freckles and round glasses',
      { age: 'young', face: { eyewear: 'round', hasFreckles: true } },
    ],
    ['a fox-eared girl', { animal: 'fox', hasOnlyEars: true }],
    ['a cat detective', { animal: 'cat', hasOnlyEars: false, title: 'detective' }],
    ['a witch with a cat', { animal: null, title: 'witch' }],
    ['a broad blacksmith with a long beard', { build: 'broad', face: { beard: 'long' } }],
    ['orange and teal', { freeColors: ['orange', 'teal'] }],
    ['a fairy with wings', { outfit: {} }],
    ['a boy with wings', { outfit: { back: 'feather-wings' } }],
    ['an elf knight', { title: 'knight', isElf: true }],
    ['a sailor named Marta Voss', { name: 'Marta Voss' }],
    ['someone called nobody', { name: null }],
    ['', { title: null, animal: null, age: null, hair: null, traits: [], freeColors: [] }],
  ])('%j', (prompt, expected) => {
    expect(readCharacter(prompt)).toMatchObject(expected)
  })

  it('does not find a fairy its wings twice', () => {
    expect(readCharacter('a fairy with wings').outfit.back).toBeUndefined()
  })
})
