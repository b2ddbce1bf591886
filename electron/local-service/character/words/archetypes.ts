/**
 * Who somebody can be.
 */
import type { Animal } from '../design.ts'
import type { Archetype } from './archetype.ts'
import { CALLINGS_OF_OLD } from './callings-of-old.ts'
import { CALLINGS_OF_TODAY } from './callings-of-today.ts'

export const ARCHETYPES: readonly Archetype[] = [...CALLINGS_OF_OLD, ...CALLINGS_OF_TODAY]

/** Used where a prompt names no calling. */
export const EVERYDAY: readonly Archetype[] = [
  {
    title: 'neighbour',
    words: '',
    outfit: { top: 'hoodie', feet: 'sneakers', hasBelt: false },
    names: 'modern',
    work: 'always has a spare key for everyone',
  },
  {
    title: 'wanderer',
    words: '',
    outfit: { top: 'jacket', feet: 'boots', over: 'scarf', back: 'backpack', hasBelt: true },
    names: 'modern',
    work: 'follows rivers to see where they begin',
  },
  {
    title: 'student',
    words: '',
    outfit: { top: 'shirt', feet: 'sneakers', prop: 'book' },
    names: 'modern',
    work: 'studies everything except for the exam',
  },
  {
    title: 'gardener',
    words: '',
    outfit: { top: 'overalls', feet: 'boots', prop: 'flowers', hasBelt: false },
    names: 'modern',
    work: 'grows tomatoes on a windy roof',
  },
  {
    title: 'traveller',
    words: '',
    outfit: { top: 'tunic', feet: 'boots', over: 'cape', prop: 'lantern' },
    names: 'old-world',
    work: 'carries a light from town to town',
  },
  {
    title: 'tea maker',
    words: '',
    outfit: { top: 'gi', feet: 'sandals', prop: 'cup' },
    names: 'modern',
    work: 'remembers how each guest takes their tea',
  },
]

export const ANIMAL_WORDS: Readonly<Record<string, Animal>> = {
  fox: 'fox',
  vixen: 'fox',
  kitsune: 'fox',
  cat: 'cat',
  kitten: 'cat',
  kitty: 'cat',
  feline: 'cat',
  neko: 'cat',
  tiger: 'cat',
  lion: 'cat',
  lynx: 'cat',
  rabbit: 'rabbit',
  bunny: 'rabbit',
  hare: 'rabbit',
  bear: 'bear',
  panda: 'bear',
  wolf: 'wolf',
  werewolf: 'wolf',
  coyote: 'wolf',
  mouse: 'mouse',
  rat: 'mouse',
  hamster: 'mouse',
  dog: 'dog',
  puppy: 'dog',
  hound: 'dog',
  corgi: 'dog',
  deer: 'deer',
  stag: 'deer',
  fawn: 'deer',
  faun: 'deer',
  reindeer: 'deer',
}
