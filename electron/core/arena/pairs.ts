/** Chooses the pair to vote on next: one that is likely to teach much. Reads nothing; who has the rows confirms it. */
import type { Random } from '../ports/clock.ts'
import { chances } from './bradley-terry.ts'
import { pairKey } from './comparable.ts'
import type { Group, Survey } from './survey.ts'

export type Candidate = readonly [one: string, other: string]

/** Two models and the prompts that both have results of. */
interface Meeting {
  readonly a: number
  readonly b: number
  readonly mediaType: string
  readonly groups: Group[]
  votes: number
}

export type Pairs = ReturnType<typeof createPairs>

export function createPairs(survey: Survey) {
  const meetings = meetingsOf(survey)
  const voted = new Set<string>()
  const votedIn = new Map<Group, number>()
  const places = new Map<string, { readonly group: Group; readonly model: number }>()
  for (const group of survey.groups)
    for (const { model, ids } of group.members) for (const id of ids) places.set(id, { group, model })

  /** `by` is 1 for a vote and -1 for one that is taken back; undefined where the pair is not known, or of no meeting. */
  const count = ([one, other]: Candidate, by: 1 | -1): Meeting | undefined => {
    const [first, second] = [places.get(one), places.get(other)]
    if (!first || !second || first.group !== second.group) return undefined
    votedIn.set(first.group, (votedIn.get(first.group) ?? 0) + by)
    return meetings.get(meetingName(first.group.mediaType, first.model, second.model))
  }
  for (const pair of survey.voted) {
    voted.add(pairKey(...pair))
    count(pair, 1)
  }
  return {
    /** Pairs without a vote, of this media type if one is named, those that are likely to teach most first. */
    *choose(mediaType: string | undefined, random: Random): Generator<Candidate> {
      const left = [...meetings.values()].filter(
        (meeting) => mediaType === undefined || meeting.mediaType === mediaType,
      )
      while (left.length > 0) {
        const [meeting] = left.splice(
          drawn(
            left.map((one) => worth(one, survey)),
            random,
          ),
          1,
        )
        if (meeting) yield* pairsInOrder(meeting, votedIn, voted, random)
      }
    },
    vote(pair: Candidate): void {
      const key = pairKey(...pair)
      if (voted.has(key)) return
      voted.add(key)
      const meeting = count(pair, 1)
      if (meeting) meeting.votes++
    },
    takeBack(pair: Candidate): void {
      if (!voted.delete(pairKey(...pair))) return
      const meeting = count(pair, -1)
      if (meeting) meeting.votes--
    },
    /** Pairs without a vote. */
    left: (mediaType: string | undefined): number =>
      survey.groups
        .filter((group) => mediaType === undefined || group.mediaType === mediaType)
        .reduce((sum, group) => sum + pairsIn(group) - (votedIn.get(group) ?? 0), 0),
  }
}

/** By prompt, those with the fewest votes first; at random otherwise. */
function* pairsInOrder(
  { a, b, groups }: Meeting,
  votedIn: ReadonlyMap<Group, number>,
  voted: ReadonlySet<string>,
  random: Random,
): Generator<Candidate> {
  const ordered = groups
    .map((group) => ({ group, votes: votedIn.get(group) ?? 0, order: random() }))
    .toSorted((one, other) => one.votes - other.votes || one.order - other.order)
  for (const { group } of ordered) {
    const [ones, others] = [a, b].map(
      (wanted) => group.members.find(({ model }) => model === wanted)?.ids ?? [],
    )
    const pairs = (ones ?? []).flatMap((one) => (others ?? []).map((other): Candidate => [one, other]))
    const free = pairs.filter((pair) => !voted.has(pairKey(...pair)))
    while (free.length > 0) yield* free.splice(Math.floor(random() * free.length), 1)
  }
}

/** Of different models. */
function pairsIn({ members }: Group): number {
  const counts = members.map(({ ids }) => ids.length)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => sum + count * (all - count), 0) / 2
}

function meetingsOf({ groups, standings }: Survey): ReadonlyMap<string, Meeting> {
  const meetings = new Map<string, Meeting>()
  for (const group of groups) {
    const { mediaType, members } = group
    for (const [at, { model: a }] of members.entries())
      for (const { model: b } of members.slice(at + 1)) {
        const name = meetingName(mediaType, a, b)
        const meeting = meetings.get(name) ?? { a, b, mediaType, groups: [], votes: 0 }
        meeting.groups.push(group)
        meetings.set(name, meeting)
      }
  }
  for (const { mediaType, tallies } of standings)
    for (const { a, b, aWins, bWins, ties } of tallies) {
      const meeting = meetings.get(meetingName(mediaType, a, b))
      if (meeting) meeting.votes += aWins + bWins + ties
    }
  return meetings
}

function meetingName(mediaType: string, one: number, other: number): string {
  return `${mediaType} ${Math.min(one, other)} ${Math.max(one, other)}`
}

/**
 * By how much one more vote narrows what is known of two models. Source: Chiang et al., "Chatbot Arena: An Open Platform for
 * Evaluating LLMs by Human Preference" (2024), section 5; with one vote more, so that a first one has a worth.
 */
function worth({ a, b, mediaType, votes }: Meeting, { standings }: Survey): number {
  const fit = standings.find((standing) => standing.mediaType === mediaType)?.fit
  const chance = fit ? chances(fit, a, b) : { a: 1, b: 1 }
  const share = chance.a / (chance.a + chance.b)
  return Math.sqrt(share * (1 - share)) * (1 / Math.sqrt(votes + 1) - 1 / Math.sqrt(votes + 2))
}

/** A place, as likely as its weight is large. */
function drawn(weights: readonly number[], random: Random): number {
  let at = random() * weights.reduce((sum, weight) => sum + weight, 0)
  const place = weights.findIndex((weight) => (at -= weight) < 0)
  return place < 0 ? weights.length - 1 : place
}
