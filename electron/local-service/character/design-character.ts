/**
 * Makes up a character from a prompt and a seed: what the words leave open is decided by the calling, then by chance.
 */
import type { Rgb } from '../paint/color.ts'
import { between, createRandom, pick, type Random } from '../paint/random.ts'
import { chooseColors } from './colors.ts'
import type { Age, Beard, Build, Design, Face, HairStyle, Outfit, Species } from './design.ts'
import { PLAIN, type Archetype } from './words/archetype.ts'
import { EVERYDAY } from './words/archetypes.ts'
import { readCharacter, type CharacterReading } from './words/read-character.ts'

export interface Character {
  readonly design: Design
  readonly archetype: Archetype
  /** What they are called by those who do not know their name, such as "knight". */
  readonly title: string
  readonly reading: CharacterReading
}

const FEMININE_HAIR: readonly [HairStyle, ...HairStyle[]] = [
  'long',
  'wavy',
  'bob',
  'ponytail',
  'bun',
  'braid',
  'curly',
  'pigtails',
]
const MASCULINE_HAIR: readonly [HairStyle, ...HairStyle[]] = [
  'short',
  'short',
  'tousled',
  'tousled',
  'curly',
  'ponytail',
  'bald',
]

/** The character for `prompt` and `seed`; `reference` are colours to take up, the most important first. */
export function designCharacter(prompt: string, seed: number, reference: readonly Rgb[] = []): Character {
  const random = createRandom(`character ${prompt}`, seed)
  const reading = readCharacter(prompt)
  const archetype = reading.archetype ?? pick(random, EVERYDAY as readonly [Archetype, ...Archetype[]])
  const species = chooseSpecies(reading, archetype)
  const isFeminine = reading.isFeminine ?? archetype.isFeminine ?? random() < 0.5
  const age = reading.age ?? archetype.age ?? pick<Age>(random, ['young', 'adult', 'adult', 'young', 'old'])
  const drawnBuild = pick<Build>(random, ['average', 'average', 'slim', 'broad'])
  const build = reading.build ?? (archetype.title === 'dwarf' ? 'broad' : drawnBuild)
  const outfit = dress(reading, archetype, species, isFeminine, random)
  const hair = chooseHair(reading, age, isFeminine, random)
  const face = chooseFace(reading, archetype, age, isFeminine, species, random)
  const { animal } = reading
  const colors = chooseColors(
    { reading, archetype, species, animal, age, top: outfit.top, reference },
    random,
  )
  const height = archetype.title === 'dwarf' && reading.age === null ? 'child' : age
  const design: Design = {
    species,
    animal,
    age: species === 'robot' && reading.age === null ? 'young' : height,
    build,
    isFeminine,
    hair,
    face,
    outfit,
    colors,
  }
  return { design, archetype, title: reading.title ?? archetype.title, reading }
}

function chooseSpecies({ animal, hasOnlyEars, isElf }: CharacterReading, archetype: Archetype): Species {
  if (archetype.species === 'robot') return 'robot'
  if (animal !== null && !hasOnlyEars) return 'beast'
  return isElf ? 'elf' : (archetype.species ?? 'human')
}

function dress(
  reading: CharacterReading,
  archetype: Archetype,
  species: Species,
  isFeminine: boolean,
  random: Random,
): Outfit {
  const drawn = random()
  const usual: Outfit = { ...PLAIN, ...archetype.outfit }
  const worn: Outfit = { ...usual, ...reading.outfit }
  if (species === 'robot')
    return { ...worn, top: 'chassis', bottom: 'none', feet: 'plated', hasBelt: false, hasGloves: false }
  const isLong = worn.top === 'robe' || worn.top === 'dress'
  const skirts: Outfit['bottom'] =
    isFeminine && drawn < 0.3 && ['shirt', 'jacket', 'hoodie'].includes(worn.top) ? 'skirt' : 'trousers'
  const bottom =
    reading.outfit.bottom ?? (isLong ? 'none' : worn.bottom === 'trousers' ? skirts : worn.bottom)
  // Bare legs under a short garment would be left over from a long one.
  const covered: Outfit['bottom'] = bottom === 'none' && !isLong ? 'trousers' : bottom
  return { ...worn, bottom: covered }
}

function chooseHair(reading: CharacterReading, age: Age, isFeminine: boolean, random: Random): HairStyle {
  const drawn = pick(random, isFeminine ? FEMININE_HAIR : MASCULINE_HAIR)
  const calm = age === 'child' && drawn === 'bald' ? 'tousled' : drawn
  return reading.hair ?? calm
}

function chooseFace(
  { face, archetype: named }: CharacterReading,
  archetype: Archetype,
  age: Age,
  isFeminine: boolean,
  species: Species,
  random: Random,
): Face {
  const [beardChance, eyewearChance, freckleChance, size] = [
    random(),
    random(),
    random(),
    between(random, 0.93, 1.1),
  ]
  const canHaveBeard =
    !isFeminine && (age === 'adult' || age === 'old') && (species === 'human' || species === 'elf')
  const drawnBeard: Beard =
    beardChance < 0.3 ? 'short' : beardChance < 0.42 ? 'moustache' : beardChance < 0.55 ? 'stubble' : 'none'
  const likely: Beard =
    archetype.title === 'dwarf' || (archetype.title === 'wizard' && age === 'old')
      ? 'long'
      : age === 'old' && beardChance < 0.4
        ? 'long'
        : drawnBeard
  const reads = named?.title === 'librarian' || named?.title === 'scientist' || age === 'old'
  const eyewear =
    archetype.title === 'pirate' && eyewearChance < 0.5
      ? 'patch'
      : archetype.title === 'mechanic' && eyewearChance < 0.7
        ? 'goggles'
        : eyewearChance < (reads ? 0.6 : 0.12)
          ? eyewearChance < 0.3
            ? 'round'
            : 'square'
          : 'none'
  return {
    beard: canHaveBeard || archetype.title === 'dwarf' ? (isFeminine ? 'none' : likely) : 'none',
    eyewear: species === 'robot' ? 'none' : eyewear,
    hasFreckles: species !== 'beast' && freckleChance < 0.2,
    hasLashes: isFeminine,
    hasScar: false,
    eyeSize: size,
    ...face,
  }
}
