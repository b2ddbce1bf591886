/**
 * What a character is and wears: everything that the pictures and the profile are made from.
 */
import type { Rgb } from '../paint/color.ts'

export type Species = 'human' | 'elf' | 'robot' | 'goblin' | 'beast'
/** Beasts have the head and the tail; someone with ears like theirs has the ears and the tail. */
export type Animal = 'fox' | 'cat' | 'rabbit' | 'bear' | 'wolf' | 'mouse' | 'dog' | 'deer'
export type Age = 'child' | 'young' | 'adult' | 'old'
export type Build = 'slim' | 'average' | 'broad'
export type HairStyle =
  | 'short'
  | 'tousled'
  | 'bob'
  | 'long'
  | 'wavy'
  | 'curly'
  | 'ponytail'
  | 'pigtails'
  | 'bun'
  | 'braid'
  | 'mohawk'
  | 'bald'
export type Beard = 'none' | 'stubble' | 'moustache' | 'short' | 'long'
export type Eyewear = 'none' | 'round' | 'square' | 'monocle' | 'patch' | 'goggles'
export type Top =
  | 'tunic'
  | 'shirt'
  | 'jacket'
  | 'hoodie'
  | 'robe'
  | 'dress'
  | 'plate'
  | 'suit'
  | 'coat'
  | 'gi'
  | 'overalls'
  | 'uniform'
  | 'leotard'
  | 'chassis'
export type Bottom = 'trousers' | 'shorts' | 'skirt' | 'none'
export type Feet = 'boots' | 'shoes' | 'sandals' | 'plated' | 'sneakers'
export type Headwear =
  | 'none'
  | 'pointed-hat'
  | 'crown'
  | 'tiara'
  | 'helm'
  | 'horned-helm'
  | 'bubble'
  | 'beret'
  | 'cap'
  | 'hood'
  | 'bandana'
  | 'top-hat'
  | 'wide-hat'
  | 'tricorn'
  | 'chef-hat'
  | 'beanie'
  | 'flower-crown'
  | 'horns'
  | 'halo'
  | 'headphones'
  | 'bow'
export type Over = 'none' | 'cape' | 'scarf' | 'apron' | 'sash'
export type Back = 'none' | 'feather-wings' | 'bat-wings' | 'fairy-wings' | 'backpack' | 'quiver' | 'tank'
export type Prop =
  | 'none'
  | 'sword'
  | 'staff'
  | 'wand'
  | 'broom'
  | 'book'
  | 'lantern'
  | 'wrench'
  | 'bow'
  | 'spyglass'
  | 'magnifier'
  | 'flowers'
  | 'ladle'
  | 'lute'
  | 'potion'
  | 'axe'
  | 'hammer'
  | 'spear'
  | 'balloon'
  | 'cup'
  | 'flag'
  | 'brush'

export interface Outfit {
  readonly top: Top
  readonly bottom: Bottom
  readonly feet: Feet
  readonly head: Headwear
  readonly over: Over
  readonly back: Back
  readonly prop: Prop
  readonly hasGloves: boolean
  readonly hasBelt: boolean
}

export interface Face {
  readonly beard: Beard
  readonly eyewear: Eyewear
  readonly hasFreckles: boolean
  readonly hasLashes: boolean
  readonly hasScar: boolean
  /** 0.85 (narrow) to 1.15 (large). */
  readonly eyeSize: number
}

export const COLOR_ROLES = [
  'skin',
  'hair',
  'eyes',
  'primary',
  'secondary',
  'accent',
  'leather',
  'metal',
  'linen',
] as const
export type ColorRole = (typeof COLOR_ROLES)[number]
export type Colors = Readonly<Record<ColorRole, Rgb>>

export interface Design {
  readonly species: Species
  readonly animal: Animal | null
  readonly age: Age
  readonly build: Build
  readonly isFeminine: boolean
  readonly hair: HairStyle
  readonly face: Face
  readonly outfit: Outfit
  readonly colors: Colors
}

export const EXPRESSIONS = ['content', 'happy', 'sad', 'angry', 'surprised'] as const
export type Expression = (typeof EXPRESSIONS)[number]
