/**
 * The adapter of the Gemini API keeps what every service promises.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { onTestFinished } from 'vitest'
import { GEMINI_FAILURES, geminiError } from '#test/stand-ins/services/gemini/errors.ts'
import { GEMINI_KEY, startFakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import type { ProviderRequest } from '#test/stand-ins/services/provider-server.ts'
import { testConformance, type ServiceUnderTest } from '../conformance.ts'
import { emptyFilesOf, garble, toProvider, toScripted } from '../scripted.ts'
import type { SentRequest } from '../reserved.ts'

const SUBMISSIONS = [':generateContent', ':predictLongRunning']

const HOSTILE = [
  { prompt: 'a wolf' },
  { model: 'gemini-2.5-flash-image' },
  { contents: [{ role: 'user', parts: [{ text: 'a wolf' }] }] },
  { instances: [{ prompt: 'a wolf' }] },
  { parameters: { sampleCount: 4 } },
  { generationConfig: { candidateCount: 8 } },
  { generation_config: { candidate_count: 8 } },
  { candidateCount: 8 },
  { candidate_count: 8 },
  { sampleCount: 4 },
  { cachedContent: 'cachedContents/1' },
  { imageConfig: { aspectRatio: '1:1' } },
  { responseModalities: ['TEXT'] },
  { lastFrame: { gcsUri: 'gs://a/b' } },
]

function sentTo(request: ProviderRequest | undefined): SentRequest {
  const body = JSON.stringify(request?.json ?? {})
  return {
    model: /models\/([^:]+):/u.exec(request?.path ?? '')?.[1] ?? '',
    prompt: /"(?:text|prompt)":"([^"]*)"/u.exec(body)?.[1] ?? '',
    inputs: body.match(/"(?:inlineData|bytesBase64Encoded)"/gu)?.length ?? 0,
  }
}

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
    sent: () => sentTo(fake.charged().at(-1)),
    hostileOptions: HOSTILE,
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
