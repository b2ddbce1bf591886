/**
 * Drum patterns, one bar each in sixteenths: X loud, x usual, o soft, "." nothing.
 */
import type { DrumName } from '../score.ts'

export type Groove = Readonly<Partial<Record<DrumName, string>>>

export const GROOVES = {
  'boom-bap': { kick: 'X..o..x...x.....', snare: '....X.......X..o', hat: 'x.o.x.o.x.o.x.o.' },
  'half-time': { kick: 'X.....x...o.....', rim: '........X.......', hat: 'x...o...x...o.x.' },
  swing: {
    ride: 'X...x..xX...x..x',
    hat: '....x.......x...',
    kick: 'o...o...o...o...',
    snare: '......o........o',
  },
  brush: { snare: 'o.o.x.o.o.o.x.o.', hat: '....x.......x...', kick: 'x.......o.......' },
  bossa: {
    rim: 'x..x..x...x..x..',
    kick: 'x..ox..ox..ox..o',
    shaker: 'x.o.x.o.x.o.x.o.',
    hat: '....o.......o...',
  },
  samba: { rim: 'x.x..x.x.x.x..x.', kick: 'x..ox..ox..ox..o', shaker: 'xoooxoooxoooxooo' },
  waltz: { kick: 'x...........', hat: '....o...o...', snare: '....o...o...' },
  'waltz-full': { kick: 'X.........o.', snare: '....x...x...', hat: 'x.o.x.o.x.o.' },
  stomp: { kick: 'X.......X.......', snare: '....x.......x...', shaker: 'x.o.x.o.x.o.x.o.' },
  'train-beat': { kick: 'X...x...X...x...', snare: 'o.ooX.ooo.ooX.oo' },
  pop: { kick: 'X.......x.x.....', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
  'four-floor': { kick: 'X...X...X...X...', clap: '....x.......x...', hat: '..x...x...x...x.' },
  driving: {
    kick: 'X...X...X...X...',
    clap: '....X.......X...',
    'open-hat': '..x...x...x...x.',
    hat: 'xo.oxo.oxo.oxo.o',
  },
  gated: {
    kick: 'X.....x.X.......',
    snare: '....X.......X...',
    hat: 'x.x.x.x.x.x.x.x.',
    tom: '..............o.',
  },
  'chip-rock': { kick: 'X..x..x.X..x..x.', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
  funky: { kick: 'X..x......x..x..', snare: '....X..o.o..X..o', hat: 'x.x.x.x.x.x.xox.' },
  disco: {
    kick: 'X...X...X...X...',
    snare: '....X.......X...',
    'open-hat': '..x...x...x...x.',
    hat: 'x...x...x...x...',
  },
  march: { 'low-tom': 'X.....x.X...x.x.', snare: 'o.o.x.o.o.o.x.oo' },
  taiko: { 'low-tom': 'X..x..x.X.x.x...', tom: '....x.......x.xx', kick: 'X.......X.......' },
  heartbeat: { kick: 'x.o.............', shaker: '....o.......o...' },
} satisfies Record<string, Groove>

export type GrooveName = keyof typeof GROOVES
