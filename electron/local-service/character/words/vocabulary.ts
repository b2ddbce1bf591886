/**
 * Words about looks, age and clothes, in lower case, and what each stands for.
 */
import type {
  Age,
  Back,
  Beard,
  Bottom,
  Build,
  ColorRole,
  Eyewear,
  Feet,
  HairStyle,
  Headwear,
  Over,
  Prop,
  Top,
} from '../design.ts'

function table<Value extends string>(
  entries: Readonly<Partial<Record<Value, string>>>,
): ReadonlyMap<string, Value> {
  const pairs = Object.entries(entries) as [Value, string][]
  return new Map(pairs.flatMap(([value, words]) => words.split(' ').map((word) => [word, value] as const)))
}

export const AGES = table<Age>({
  child: 'child kid children little toddler small tiny baby schoolboy schoolgirl',
  young: 'young girl boy teen teenage teenager youth youthful apprentice',
  adult: 'adult grown middle-aged mature woman man lady gentleman',
  old: 'old elderly elder aged ancient grandma grandpa grandmother grandfather granny wise senior wrinkled',
})
export const BUILDS = table<Build>({
  slim: 'slim thin slender skinny lanky tall graceful',
  broad: 'broad strong muscular stout big burly huge chubby plump stocky heavy giant round fat',
})
export const FEMININE = new Set(
  'woman girl lady female she her queen princess mother grandma grandmother granny sister daughter aunt heroine schoolgirl cowgirl spacewoman swordswoman huntress mrs miss feminine'.split(
    ' ',
  ),
)
export const MASCULINE = new Set(
  'man boy gentleman male he his him king prince father grandpa grandfather brother son uncle schoolboy cowboy spaceman mr sir lord masculine bearded'.split(
    ' ',
  ),
)

export const HAIR_STYLES = table<HairStyle>({
  short: 'short-haired cropped short',
  tousled: 'messy tousled spiky wild unkempt shaggy',
  bob: 'bob bobbed fringe bangs',
  long: 'long straight flowing',
  wavy: 'wavy waves',
  curly: 'curly curls afro frizzy',
  ponytail: 'ponytail',
  pigtails: 'pigtails pigtail bunches twintails',
  bun: 'bun topknot',
  braid: 'braid braids braided plait plaits',
  mohawk: 'mohawk',
  bald: 'bald hairless shaved',
})
export const BEARDS = table<Beard>({
  stubble: 'stubble stubbly unshaven',
  moustache: 'moustache mustache',
  short: 'beard bearded goatee',
  long: 'longbeard whitebeard',
})
export const EYEWEARS = table<Eyewear>({
  round: 'glasses spectacles bespectacled',
  monocle: 'monocle',
  patch: 'eyepatch patch',
  goggles: 'goggles',
})
export const TOPS = table<Top>({
  tunic: 'tunic',
  shirt: 'shirt blouse',
  jacket: 'jacket vest blazer',
  hoodie: 'hoodie sweater jumper pullover',
  robe: 'robe robes gown',
  dress: 'dress',
  plate: 'armour armor armoured armored plate',
  suit: 'spacesuit',
  coat: 'coat trenchcoat overcoat',
  gi: 'kimono gi',
  overalls: 'overalls dungarees',
  uniform: 'uniform',
  leotard: 'bodysuit leotard spandex',
})
export const BOTTOMS = table<Bottom>({
  trousers: 'trousers pants jeans leggings',
  shorts: 'shorts',
  skirt: 'skirt kilt',
})
export const FEET = table<Feet>({
  boots: 'boots',
  shoes: 'shoes',
  sandals: 'sandals barefoot',
  sneakers: 'sneakers trainers',
})
export const HEADWEARS = table<Headwear>({
  'pointed-hat': 'pointed wizard-hat',
  crown: 'crown crowned',
  tiara: 'tiara diadem',
  helm: 'helmet helm visor',
  beret: 'beret',
  cap: 'cap',
  hood: 'hood hooded',
  bandana: 'bandana headscarf',
  'top-hat': 'tophat',
  'wide-hat': 'hat strawhat fedora sombrero',
  'chef-hat': 'toque',
  beanie: 'beanie',
  horns: 'horns horned antlers',
  halo: 'halo',
  headphones: 'headphones',
  bow: 'ribbon hairbow',
})
export const OVERS = table<Over>({
  cape: 'cape cloak cloaked caped mantle',
  scarf: 'scarf',
  apron: 'apron',
  sash: 'sash',
})
export const BACKS = table<Back>({
  'feather-wings': 'wings winged',
  backpack: 'backpack rucksack',
  quiver: 'quiver',
  tank: 'jetpack',
})
export const PROPS = table<Prop>({
  sword: 'sword blade katana sabre rapier dagger',
  staff: 'staff sceptre scepter cane',
  wand: 'wand',
  broom: 'broom broomstick',
  book: 'book books tome grimoire',
  lantern: 'lantern lamp torch',
  wrench: 'wrench spanner',
  bow: 'longbow crossbow',
  spyglass: 'spyglass telescope',
  magnifier: 'magnifier magnifying',
  flowers: 'flowers bouquet flower roses',
  ladle: 'ladle spoon',
  lute: 'lute guitar ukulele violin',
  potion: 'potion flask potions',
  axe: 'axe hatchet',
  hammer: 'hammer mallet',
  spear: 'spear trident lance halberd',
  balloon: 'balloon',
  cup: 'tea coffee cup mug teacup',
  flag: 'flag banner',
  brush: 'paintbrush brush',
})

/** What a colour word colours when it stands before one of these. A cape's colour depends on what is worn under it. */
export const COLORED: ReadonlyMap<string, ColorRole | 'cape'> = table<ColorRole | 'cape'>({
  hair: 'hair haired hairs beard bearded moustache ponytail braid braids pigtails bun curls mohawk bob locks mane',
  metal: 'crown tiara halo sword staff axe hammer spear armband jewellery jewelry',
  eyes: 'eyes eyed eye',
  skin: 'skin skinned fur furred furry coat-of-fur',
  primary:
    'dress robe robes tunic shirt jacket coat hoodie sweater armour armor suit spacesuit uniform kimono gown overalls bodysuit outfit clothes vest blouse metal chassis body',
  secondary: 'trousers pants skirt shorts jeans leggings dungarees',
  accent: 'hat scarf gloves cap beret ribbon bow apron sash bandana beanie belt trim details accents hood',
  leather: 'boots shoes belt bag backpack sandals',
  cape: 'cape cloak mantle',
})
/** Colours of hair that have names of their own. */
export const HAIR_COLORS: ReadonlyMap<string, readonly [number, number, number]> = new Map([
  ['blonde', [0.82, 0.1, 88]],
  ['blond', [0.82, 0.1, 88]],
  ['ginger', [0.6, 0.16, 50]],
  ['auburn', [0.42, 0.11, 38]],
  ['redhead', [0.53, 0.16, 40]],
  ['brunette', [0.36, 0.06, 52]],
  ['raven', [0.2, 0.02, 270]],
] as const)
export const FRECKLES = new Set('freckles freckled freckle'.split(' '))
export const SCARS = new Set('scar scarred scars'.split(' '))
export const GLOVES = new Set('gloves gloved gauntlets mittens'.split(' '))
/** After an animal's name: only its ears and tail are meant. */
export const ONLY_EARS = new Set(
  'eared ears tail tailed girl boy woman man kid person human hybrid'.split(' '),
)

/** Traits that a prompt may name, by their word. */
export const TRAIT_WORDS = table<TraitName>({
  brave: 'brave fearless courageous bold heroic valiant',
  curious: 'curious inquisitive wondering adventurous',
  kind: 'kind gentle friendly warm caring sweet nice',
  clever: 'clever smart wise intelligent cunning brilliant genius',
  cheerful: 'cheerful happy joyful merry jolly smiling playful funny',
  grumpy: 'grumpy grouchy cranky stern angry fierce',
  shy: 'shy timid quiet bashful nervous',
  proud: 'proud noble vain elegant regal',
  mischievous: 'mischievous cheeky sneaky sly naughty trickster',
  dreamy: 'dreamy absent-minded romantic sleepy lazy',
  loyal: 'loyal faithful honest devoted',
  mysterious: 'mysterious enigmatic secretive dark',
  clumsy: 'clumsy awkward goofy silly',
  stubborn: 'stubborn tough determined gritty',
  melancholy: 'sad melancholy lonely gloomy tired',
})
export type TraitName =
  | 'brave'
  | 'curious'
  | 'kind'
  | 'clever'
  | 'cheerful'
  | 'grumpy'
  | 'shy'
  | 'proud'
  | 'mischievous'
  | 'dreamy'
  | 'loyal'
  | 'mysterious'
  | 'clumsy'
  | 'stubborn'
  | 'melancholy'
