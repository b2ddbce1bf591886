/**
 * OpenAI's adapter keeps what every service promises.
 *
 * @slow Breaks the response to a submission off at every seventh byte instead of every sixty-first.
 */
import { onTestFinished } from 'vitest'
import { OPENAI_FAILURES, openaiError } from '#test/stand-ins/services/openai/errors.ts'
import { OPENAI_KEY, startFakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import type { ProviderRequest } from '#test/stand-ins/services/provider-server.ts'
import { testConformance, type ServiceUnderTest } from '../conformance.ts'
import { emptyFilesOf, garble, toProvider, toScripted } from '../scripted.ts'
import type { SentRequest } from '../reserved.ts'

const SUBMISSIONS = ['/images/generations', '/images/edits', '/videos', '/audio/speech']

const HOSTILE = [
  { prompt: 'a wolf' },
  { model: 'gpt-image-2.6-sunburst' },
  { input: 'a wolf' },
  { messages: [{ role: 'user', content: 'a wolf' }] },
  { images: [{ image_url: 'https://example.com/a.png' }] },
  { image: { url: 'https://example.com/a.png' } },
  { mask: { image_url: 'https://example.com/a.png' } },
  { input_reference: { image_url: 'https://example.com/a.png' } },
  { stream: true },
  { extra_body: { model: 'gpt-image-1' } },
]

function sentTo(request: ProviderRequest | undefined): SentRequest {
  const json = (request?.json ?? Object.fromEntries(request?.form ?? [])) as Record<string, string>
  const inputs = [...(request?.form?.values() ?? [])].filter((value) => value instanceof File).length
  return { model: json['model'] ?? '', prompt: json['prompt'] ?? json['input'] ?? '', inputs }
}

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
    sent: () => sentTo(fake.charged().at(-1)),
    hostileOptions: HOSTILE,
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
