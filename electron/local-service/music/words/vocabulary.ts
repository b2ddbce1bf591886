/**
 * The words that prompts for music are searched for, in lower case, and what each stands for.
 */
import type { GenreName } from '../genres/genre.ts'
import type { InstrumentName, KitName } from '../score.ts'

export type Feeling = 'happy' | 'sad' | 'dark' | 'calm' | 'epic' | 'dreamy'

/** Phrases, several words allowed. The first one found in the prompt's own order wins. */
export const GENRE_WORDS: Readonly<Record<GenreName, string>> = {
  'lo-fi':
    'lo-fi, lofi, lo fi, chillhop, hip hop, hip-hop, hiphop, trip hop, study beats, boom bap, chill beats, r&b, soul',
  ambient: 'ambient, drone, soundscape, atmospheric, atmosphere, meditation, meditative, new age, spa',
  jazz: 'jazz, jazzy, swing, bebop, blues, bluesy, big band',
  bossa: 'bossa, bossa nova, samba, latin, tropical, tango, salsa, rumba, reggae',
  waltz: 'waltz, waltzing, ballroom, minuet, mazurka, three-four, 3/4',
  folk: 'folk, folky, acoustic, country, celtic, indie, singer-songwriter, campfire, bluegrass, irish',
  cinematic:
    'cinematic, orchestral, orchestra, soundtrack, film score, movie, trailer, symphonic, classical, score',
  techno:
    'techno, house, edm, trance, rave, club, dance, dnb, drum and bass, electronic, minimal techno, electro',
  synthwave:
    'synthwave, synth wave, synthpop, synth pop, retrowave, outrun, vaporwave, eighties, 80s, pop, new wave',
  chiptune:
    'chiptune, chip tune, chip music, 8-bit, 8 bit, 8bit, video game, game music, arcade, nes, gameboy, retro game',
  funk: 'funk, funky, disco, groove, groovy, rock, afrobeat',
  lullaby: 'lullaby, cradle song, nursery, bedtime, sleep, music box, nocturne',
}

/** Places and things that suggest a genre where none is named. */
export const GENRE_HINTS: Readonly<Record<GenreName, string>> = {
  'lo-fi': 'study, studying, homework, coffee, cafe, rain, rainy, window, bedroom, lazy, city lights',
  ambient:
    'space, cosmos, galaxy, ocean, underwater, mist, fog, snow, dawn, glacier, stars, float, floating, deep',
  jazz: 'smoky, cocktail, lounge, speakeasy, noir, detective, saxophone',
  bossa: 'beach, summer, palm, sun, sunny, island, holiday, brazil, rio',
  waltz: 'paris, carousel, snowfall, dancers, ball, palace, vienna',
  folk: 'forest, meadow, hills, village, mountain, river, home, road, journey, harvest, autumn, countryside',
  cinematic:
    'battle, war, hero, heroic, dragon, kingdom, storm, adventure, quest, army, victory, space opera, ruins',
  techno: 'warehouse, strobe, machine, machines, factory, robot, underground, night club',
  synthwave: 'neon, night drive, drive, driving, highway, miami, cyberpunk, retro, future, sunset',
  chiptune: 'pixel, level, boss, platformer, dungeon, console',
  funk: 'party, street, roller, city, walk, strut',
  lullaby: 'baby, child, moon, dream, cradle, night light, teddy, asleep',
}

export const FEELING_WORDS: Readonly<Record<Feeling, string>> = {
  happy:
    'happy, joyful, cheerful, upbeat, uplifting, bright, sunny, playful, fun, merry, optimistic, cute, hopeful, warm',
  sad: 'sad, melancholy, melancholic, sorrowful, lonely, blue, nostalgic, wistful, heartbroken, bittersweet, tearful, grief, longing',
  dark: 'dark, ominous, sinister, scary, spooky, horror, mysterious, tense, eerie, haunted, menacing, gloomy, evil',
  calm: 'calm, peaceful, relaxing, relaxed, relax, gentle, soft, quiet, serene, soothing, mellow, chill, tranquil, sleepy, tender',
  epic: 'epic, heroic, powerful, triumphant, dramatic, intense, energetic, grand, majestic, massive, fierce, driving',
  dreamy: 'dreamy, ethereal, hazy, floating, magical, enchanted, wonder, shimmering, romantic, mystical',
}

export const SLOW_WORDS = 'slow, slowly, adagio, largo, lento, downtempo, down-tempo, lazy, sleepy'
export const FAST_WORDS =
  'fast, quick, uptempo, up-tempo, allegro, presto, energetic, driving, rapid, frantic, racing'

/** In the order in which longer phrases have to be looked for before the words inside them. */
export const INSTRUMENT_WORDS: readonly (readonly [InstrumentName, string])[] = [
  ['electric-piano', 'electric piano, electric-piano, rhodes, wurlitzer, e-piano, keys'],
  ['music-box', 'music box, celesta, toy piano'],
  ['upright-bass', 'upright bass, double bass, contrabass, walking bass, bass guitar, electric bass'],
  ['sub-bass', 'sub bass, sub-bass, 808'],
  ['synth-bass', 'synth bass, bass synth, acid bass, acid'],
  ['bowed-bass', 'cello, cellos'],
  ['guitar', 'guitar, guitars, ukulele, banjo, lute, nylon, mandolin, sitar'],
  ['harp', 'harp, koto, kalimba, lyre, zither'],
  ['piano', 'piano, pianos, pianist, grand piano, upright piano'],
  ['organ', 'organ, hammond, accordion, harmonica, harmonium'],
  ['marimba', 'marimba, xylophone, balafon, steel drums, steelpan'],
  ['vibraphone', 'vibraphone, vibes, glockenspiel'],
  ['bell', 'bells, bell, chimes, tubular bells, gamelan'],
  ['flute', 'flute, flutes, whistle, recorder, pan pipes, shakuhachi, ocarina'],
  ['clarinet', 'clarinet, oboe, bassoon, sax, saxophone, reed, woodwind, woodwinds'],
  ['horn', 'horn, horns, brass, trumpet, trumpets, trombone, french horn, tuba'],
  ['strings', 'strings, violin, violins, viola, fiddle, string quartet, orchestra'],
  ['pad', 'pad, pads, synth pad, drone, drones'],
  ['saw-lead', 'synth lead, lead synth, saw, synth, synths, synthesizer, synthesiser, theremin'],
  ['synth-pluck', 'pluck, plucks, arpeggio, arpeggios, arp, arpeggiator, sequencer'],
  ['voice', 'choir, voice, voices, vocal, vocals, singer, humming, chant, singing'],
  ['pulse-lead', 'square wave, pulse wave, chip lead'],
]

export const KIT_WORDS: readonly (readonly [KitName, string])[] = [
  ['brushes', 'brushes, brushed drums, brush kit'],
  ['hand', 'hand drums, congas, conga, bongos, bongo, cajon, tabla, shaker, maracas, claves, percussion'],
  ['orchestral', 'timpani, taiko, war drums, orchestral drums, epic drums'],
  ['electronic', 'drum machine, 909, electronic drums, electronic beat'],
  ['chip', '8-bit drums, chip drums'],
  ['acoustic', 'drums, drum kit, drummer, live drums'],
]

/** What can be left out by "no …" or "without …". */
export const PART_WORDS = {
  drums: 'drums, drum, beat, beats, percussion, kick, drumless, kit',
  bass: 'bass, bassline, basses',
  melody: 'melody, lead, tune, solo',
  chords: 'chords, chord, harmony',
  pad: 'pad, pads, background',
} as const
export type PartWord = keyof typeof PART_WORDS
