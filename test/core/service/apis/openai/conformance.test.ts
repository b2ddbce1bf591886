/**
 * OpenAI's adapter keeps what every service promises.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { onTestFinished } from 'vitest'
import { OPENAI_FAILURES, openaiError } from '#test/stand-ins/services/openai/errors.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { testConformance, type ServiceUnderTest } from '../conformance.ts'
import { emptyFilesOf, garble, toProvider, toScripted } from '../scripted.ts'

const SUBMISSIONS = ['/images/generations', '/images/edits', '/videos', '/audio/speech']

async function openService(): Promise<ServiceUnderTest> {
  const fake = await startFakeOpenai()
  onTestFinished(() => fake.close())
  fake.imageSide = 8
  return {
    kind: 'openai',
    baseUrl: fake.baseUrl,
    apiKey: OPENAI_KEY,
    scenes: {
      'text-to-image': { model: 'gpt-image-2' },
      'image-to-image': { model: 'gpt-image-2', inputOption: 'image[]' },
      'text-to-video': { model: 'sora-2' },
      'image-to-video': { model: 'sora-2', inputOption: 'input_reference' },
      'text-to-music': { model: 'tts-1' },
    },
    emptyFiles: () => emptyFilesOf(fake),
    garbleModels: () => garble(fake, /\/models/u),
    gone: 'gpt-image-0',
    several: { request: { model: 'gpt-image-2', options: { n: 3 } }, files: 3 },
    submissions: () => SUBMISSIONS.reduce((sum, path) => sum + fake.requests('POST', path).length, 0),
    charged: () => fake.charged().length,
    scriptSubmission: (response) => fake.script('POST', '/images/generations', toProvider(response)),
    cutSubmissionsAfter: (bytes) => void (fake.cutChargedAfter = bytes),
    errors: {
      unauthorized: toScripted(OPENAI_FAILURES.key),
      outOfCredits: toScripted(OPENAI_FAILURES.quota),
      invalid: toScripted(
        openaiError(400, "Unknown parameter: 'seed'.", 'unknown_parameter', { param: 'seed' }),
      ),
      rateLimited: toScripted(OPENAI_FAILURES.rateLimit),
      serverError: toScripted(OPENAI_FAILURES.server),
      contentRefused: toScripted(OPENAI_FAILURES.moderation),
    },
  }
}

testConformance(openService)
