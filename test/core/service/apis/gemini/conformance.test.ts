/**
 * The adapter of the Gemini API keeps what every service promises.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { onTestFinished } from 'vitest'
import { GEMINI_FAILURES, geminiError } from '#test/stand-ins/services/gemini/errors.ts'
import { GEMINI_KEY, startFakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import { testConformance, type ServiceUnderTest } from '../conformance.ts'
import { emptyFilesOf, garble, toProvider, toScripted } from '../scripted.ts'

const SUBMISSIONS = [':generateContent', ':predictLongRunning']

async function openService(): Promise<ServiceUnderTest> {
  const fake = await startFakeGemini()
  onTestFinished(() => fake.close())
  fake.imageSide = 8
  fake.imagesPerResponse = 2
  return {
    kind: 'gemini',
    baseUrl: fake.baseUrl,
    apiKey: GEMINI_KEY,
    scenes: {
      'text-to-image': { model: 'gemini-3-pro-image' },
      'image-to-image': { model: 'gemini-3-pro-image', inputOption: 'images[]' },
      'text-to-video': { model: 'veo-3.1-generate-preview' },
      'image-to-video': { model: 'veo-3.1-generate-preview', inputOption: 'image' },
    },
    emptyFiles: () => emptyFilesOf(fake),
    garbleModels: () => garble(fake, /\/models$/u),
    gone: 'gemini-0-image',
    several: { request: { model: 'gemini-3-pro-image' }, files: 2 },
    submissions: () => SUBMISSIONS.reduce((sum, path) => sum + fake.requests('POST', path).length, 0),
    charged: () => fake.charged().length,
    scriptSubmission: (response) => fake.script('POST', ':generateContent', toProvider(response)),
    cutSubmissionsAfter: (bytes) => void (fake.cutChargedAfter = bytes),
    errors: {
      unauthorized: toScripted(GEMINI_FAILURES.key),
      outOfCredits: toScripted(GEMINI_FAILURES.credits),
      invalid: toScripted(geminiError(400, 'INVALID_ARGUMENT', 'Unknown name "steps": Cannot find field.')),
      rateLimited: toScripted(GEMINI_FAILURES.rateLimit),
      serverError: toScripted(GEMINI_FAILURES.overloaded),
      // Content is refused with status 200, which may have cost something: see gemini.test.ts.
    },
  }
}

testConformance(openService)
