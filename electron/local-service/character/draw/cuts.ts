/**
 * How garments are cut: how loose they are and where they end.
 */
import type { Top } from '../design.ts'
import type { Stage } from './stage.ts'

/** Looseness at chest and waist, how far the hem hangs below the hip (or where it stands above the ground), and its extra width. */
export interface Cut {
  readonly chest: number
  readonly waist: number
  readonly hem: { readonly below: number } | { readonly above: number }
  readonly flare: number
}

export const CUTS: Readonly<Record<Top, Cut>> = {
  tunic: { chest: 0.02, waist: 0.02, hem: { below: 0.34 }, flare: 0.1 },
  shirt: { chest: 0.02, waist: 0.02, hem: { below: 0.02 }, flare: 0.01 },
  jacket: { chest: 0.035, waist: 0.05, hem: { below: 0.08 }, flare: 0.03 },
  hoodie: { chest: 0.05, waist: 0.085, hem: { below: 0.06 }, flare: 0.02 },
  robe: { chest: 0.03, waist: 0.05, hem: { above: 0.14 }, flare: 0.2 },
  dress: { chest: 0.01, waist: 0, hem: { above: 0.72 }, flare: 0.24 },
  plate: { chest: 0.05, waist: 0.03, hem: { below: 0.24 }, flare: 0.07 },
  suit: { chest: 0.08, waist: 0.11, hem: { below: 0.12 }, flare: 0.04 },
  coat: { chest: 0.045, waist: 0.05, hem: { above: 0.74 }, flare: 0.14 },
  gi: { chest: 0.03, waist: 0.02, hem: { below: 0.3 }, flare: 0.07 },
  overalls: { chest: 0.02, waist: 0.03, hem: { below: 0.06 }, flare: 0.02 },
  uniform: { chest: 0.03, waist: 0.02, hem: { below: 0.2 }, flare: 0.05 },
  leotard: { chest: 0.005, waist: 0, hem: { below: 0.02 }, flare: 0 },
  chassis: { chest: 0.05, waist: -0.02, hem: { below: 0.04 }, flare: -0.02 },
}

/** The height of the hem, and the half width there. */
export function hemOf({ design, body }: Stage): { readonly y: number; readonly half: number } {
  const { hem, flare } = CUTS[design.outfit.top]
  const y = 'below' in hem ? Math.max(body.kneeY * 0.6, body.hipY - hem.below) : hem.above * (body.kneeY / 1)
  return { y, half: body.hipHalf + 0.05 + flare }
}
