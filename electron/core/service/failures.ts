/** What can go wrong with a request to the generation service, in the user's words. */
import { written } from '#contract/messages/message.ts'
import { type Failure, sentence } from '#contract/errors.ts'

export function notSent(reason: string): Failure {
  const message = `The service cannot be reached (${reason}). Nothing was sent.`
  return { code: 'not_sent', ...written(message), charged: 'no' }
}

export function unreachable(reason: string): Failure {
  return {
    code: 'service_unavailable',
    ...written(`The service cannot be reached (${reason}).`),
    charged: 'no',
  }
}

export function unknownOutcome(reason: string): Failure {
  const message = `The request was sent, but ${reason}. It may or may not have been accepted, and charged.`
  return { code: 'unknown_outcome', ...written(message), charged: 'maybe' }
}

export function rejected(words: string, status: number, code?: number): Failure {
  const numbers = code === undefined ? `${status}` : `${status}, code ${code}`
  const reason = words.trim() === '' ? ' without a reason.' : `: ${sentence(words)}`
  return {
    code: 'service_rejected',
    ...written(`The service refused the request (${numbers})${reason}`),
    charged: 'no',
  }
}

export function keyRefused(words: string | undefined): Failure {
  return {
    code: 'unauthorized',
    ...written(
      `The service refused the key${words?.trim() ? `: ${sentence(words)}` : '.'} Enter a valid key in Settings.`,
    ),
    charged: 'no',
  }
}

export function rateLimited(words: string | undefined, waitMs: number | null): Failure {
  return {
    code: 'rate_limited',
    ...written(
      `The service's limit is reached${words?.trim() ? `: ${sentence(words)}` : '.'} Atelier tries again later.`,
    ),
    charged: 'no',
    ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
  }
}

export function redirected(location: string | null): Failure {
  const where = location === null ? 'another address' : (URL.parse(location)?.host ?? 'another address')
  return {
    code: 'service_rejected',
    ...written(
      `The service redirects to ${where}. The key is not sent there: check the address in Settings.`,
    ),
    charged: 'no',
  }
}

export function unreadable(excerpt: string): string {
  return excerpt.trim() === ''
    ? 'The service sent an empty response.'
    : `The service's response cannot be read: ${sentence(excerpt)}`
}

export function outOfCredits(words: string, status: number): Failure {
  const reason = words.trim() === '' ? '' : ` It says: ${sentence(words)}`
  return {
    code: 'service_rejected',
    ...written(`The account has no credit left at the service (${status}).${reason} Nothing was charged.`),
    charged: 'no',
  }
}

export function tooManyRequests(): Failure {
  return { code: 'service_rejected', ...written('The service names more pages than Atelier reads.') }
}

export function noContact(label: string): Failure {
  return { code: 'not_available_here', ...written(`${label} takes no messages through Atelier.`) }
}
