/**
 * Things people make: boats, houses, balloons.
 */
import type { Shape } from './shape.ts'

/** A small boat under two sails; the water line is y = 0. */
export const BOAT: Shape = {
  parts: [
    { role: 'dark', path: 'M-3 -104 L1 -104 L1 -14 L-3 -14 Z' },
    { role: 'pale', path: 'M4 -100 C30 -74 42 -46 46 -20 C32 -24 18 -24 4 -22 Z' },
    { role: 'dim', path: 'M-6 -94 C-16 -66 -28 -42 -42 -22 C-30 -25 -18 -25 -6 -23 Z' },
    { role: 'coat', path: 'M-50 -14 L52 -14 C48 -6 42 -1 34 2 L-30 2 C-40 0 -46 -6 -50 -14 Z' },
    { role: 'dark', path: 'M-40 -4 C-20 -1 20 -1 44 -4 C41 -1 38 1 34 2 L-30 2 C-34 1 -37 -1 -40 -4 Z' },
  ],
}

/** A cottage with a lit window and a chimney. */
export const HOUSE: Shape = {
  parts: [
    { role: 'dark', path: 'M14 -112 L27 -112 L27 -80 L14 -80 Z' },
    { role: 'pale', path: 'M-46 -54 L46 -54 L46 2 L-46 2 Z' },
    { role: 'dim', path: 'M12 -54 L46 -54 L46 2 L12 2 Z' },
    { role: 'coat', path: 'M-58 -50 L-34 -92 L34 -92 L58 -50 Z' },
    { role: 'glow', path: 'M-34 -38 L-16 -38 L-16 -18 L-34 -18 Z' },
    { role: 'glow', path: 'M20 -38 L38 -38 L38 -18 L20 -18 Z' },
    { role: 'dark', path: 'M-10 -34 L6 -34 L6 2 L-10 2 Z' },
  ],
}

/** A hot-air balloon; y = 0 is the basket's floor. */
export const BALLOON: Shape = {
  parts: [
    { role: 'dark', path: 'M-8 -12 L8 -12 L7 0 L-7 0 Z' },
    { role: 'dark', path: 'M-9 -28 L-8 -28 L-6 -12 L-7 -12 Z M8 -28 L9 -28 L7 -12 L6 -12 Z' },
    {
      role: 'coat',
      path: 'M-10 -27 C-24 -42 -38 -54 -38 -74 C-38 -96 -20 -112 0 -112 C20 -112 38 -96 38 -74 C38 -54 24 -42 10 -27 Z',
    },
    {
      role: 'pale',
      path: 'M-5 -27 C-14 -44 -20 -56 -20 -74 C-20 -94 -10 -110 0 -112 C10 -110 20 -94 20 -74 C20 -56 14 -44 5 -27 Z',
    },
    {
      role: 'coat',
      path: 'M-2 -27 C-4 -44 -6 -56 -6 -74 C-6 -94 -3 -110 0 -112 C3 -110 6 -94 6 -74 C6 -56 4 -44 2 -27 Z',
    },
    {
      role: 'shade',
      path: 'M10 -27 C20 -42 28 -54 29 -74 C29 -92 20 -106 8 -111 C26 -108 38 -94 38 -74 C38 -54 24 -42 10 -27 Z',
    },
  ],
}
