/**
 * Strengths of models from votes on pairs: Davidson's extension of the Bradley-Terry model to ties.
 *
 * With strengths s and a tendency to ties t, a is preferred to b with a probability in proportion to exp(s_a), b to exp(s_b), and
 * neither to exp(t + (s_a + s_b) / 2). Source: R. R. Davidson, "On Extending the Bradley-Terry Model to Accommodate Ties in Paired
 * Comparison Experiments", JASA 65 (1970). "Both" and "neither" say that no one of the two is better, and are ties alike; that
 * neither is good enough is told by the win rate.
 *
 * A normal prior on the strengths keeps a model that won everything at a finite distance.
 */

/** How often `a` was preferred to `b`, `b` to `a`, and no one of them; a and b are places in the list of models. */
export interface Tally {
  readonly a: number
  readonly b: number
  readonly aWins: number
  readonly bWins: number
  readonly ties: number
}

export interface Fit {
  /** Natural logarithms of the odds; their sum is 0. */
  readonly strengths: Float64Array
  /** Davidson's tendency to ties, as a logarithm. */
  readonly ties: number
}

/** Standard deviation of the strengths before any vote: 95 % lie within odds of 50 to 1 to the average. */
const PRIOR_SD = 2
/** The same of the tendency to ties, around as many ties as wins of either side. */
const TIES_SD = 3
const MAX_STEPS = 50
const MAX_STEP = 2
const ENOUGH = 1e-6

/** Newton's method on a concave function; `from` is where it starts. */
export function fitStrengths(models: number, tallies: readonly Tally[], from?: Fit): Fit {
  const size = models + 1
  const at = new Float64Array(size)
  if (from) {
    at.set(from.strengths)
    at[models] = from.ties
  }
  const slope = new Float64Array(size)
  const curve = new Float64Array(size * size)
  for (let step = 0; step < MAX_STEPS; step++) {
    derivatives(at, models, tallies, slope, curve)
    solveInPlace(curve, slope, size)
    const longest = slope.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const share = longest > MAX_STEP ? MAX_STEP / longest : 1
    for (let place = 0; place < size; place++) at[place] = (at[place] ?? 0) + share * (slope[place] ?? 0)
    if (longest < ENOUGH) break
  }
  return { strengths: at.slice(0, models), ties: at[models] ?? 0 }
}

/** The chances of a's win and of b's; the rest is a tie. */
export function chances(
  { strengths, ties }: Fit,
  a: number,
  b: number,
): { readonly a: number; readonly b: number } {
  const difference = (strengths[a] ?? 0) - (strengths[b] ?? 0)
  const [forA, forB, tie] = [Math.exp(difference / 2), Math.exp(-difference / 2), Math.exp(ties)]
  const all = forA + forB + tie
  return { a: forA / all, b: forB / all }
}

/** The gradient of the penalised log-likelihood, and its negative second derivatives (lower triangle). */
function derivatives(
  at: Float64Array,
  models: number,
  tallies: readonly Tally[],
  slope: Float64Array,
  curve: Float64Array,
): void {
  const size = models + 1
  curve.fill(0)
  for (let place = 0; place < size; place++) {
    const precision = 1 / (place === models ? TIES_SD : PRIOR_SD) ** 2
    slope[place] = -(at[place] ?? 0) * precision
    curve[place * size + place] = precision
  }
  const add = (row: number, column: number, value: number): void => {
    const [low, high] = row < column ? [row, column] : [column, row]
    curve[high * size + low] = (curve[high * size + low] ?? 0) + value
  }
  const fit: Fit = { strengths: at, ties: at[models] ?? 0 }
  for (const { a, b, aWins, bWins, ties } of tallies) {
    const votes = aWins + bWins + ties
    const chance = chances(fit, a, b)
    const tie = 1 - chance.a - chance.b
    const [forA, forB] = [chance.a + tie / 2, chance.b + tie / 2]
    slope[a] = (slope[a] ?? 0) + aWins + ties / 2 - votes * forA
    slope[b] = (slope[b] ?? 0) + bWins + ties / 2 - votes * forB
    slope[models] = (slope[models] ?? 0) + ties - votes * tie
    add(a, a, votes * (chance.a + tie / 4 - forA * forA))
    add(b, b, votes * (chance.b + tie / 4 - forB * forB))
    add(a, b, votes * (tie / 4 - forA * forB))
    add(a, models, votes * tie * (0.5 - forA))
    add(b, models, votes * tie * (0.5 - forB))
    add(models, models, votes * tie * (1 - tie))
  }
}

/** Solves for a positive definite matrix, of which the lower triangle is given and overwritten (Cholesky); `values` becomes the solution. */
function solveInPlace(matrix: Float64Array, values: Float64Array, size: number): void {
  const of = (row: number, column: number): number => matrix[row * size + column] ?? 0
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = of(row, column)
      for (let at = 0; at < column; at++) sum -= of(row, at) * of(column, at)
      matrix[row * size + column] = row === column ? Math.sqrt(sum) : sum / of(column, column)
    }
    let value = values[row] ?? 0
    for (let at = 0; at < row; at++) value -= of(row, at) * (values[at] ?? 0)
    values[row] = value / of(row, row)
  }
  for (let row = size - 1; row >= 0; row--) {
    let value = values[row] ?? 0
    for (let at = row + 1; at < size; at++) value -= of(at, row) * (values[at] ?? 0)
    values[row] = value / of(row, row)
  }
}
