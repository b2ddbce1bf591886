/**
 * What Gemini's endpoints take, from Google's client, which writes their bodies: https://github.com/googleapis/js-genai
 * (src/converters/_models_converters.ts, functions …ToMldev; src/types.ts; commit 6e9b35c of 2026-08-21, read 2026-11-22).
 */
import { z } from 'zod'

const blob = z.strictObject({ mimeType: z.string(), data: z.base64().min(1) })
const fileData = z.strictObject({ fileUri: z.url(), mimeType: z.string().optional() })
const part = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: blob }),
  z.strictObject({ fileData }),
])
const content = z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(part).min(1) })

const RATIOS = '1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9 1:4 4:1 1:8 8:1'.split(' ')

export const generateContentRequest = z.strictObject({
  contents: z.array(content).min(1),
  generationConfig: z
    .strictObject({
      responseModalities: z.array(z.enum(['TEXT', 'IMAGE'])).optional(),
      imageConfig: z
        .strictObject({
          aspectRatio: z.enum(RATIOS).optional(),
          imageSize: z.enum(['512', '1K', '2K', '4K']).optional(),
        })
        .optional(),
      candidateCount: z.int().optional(),
      seed: z.int().optional(),
      temperature: z.number().min(0).max(2).optional(),
      topP: z.number().optional(),
      topK: z.number().optional(),
    })
    .optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
})

const image = z.strictObject({ bytesBase64Encoded: z.base64().min(1), mimeType: z.string() })

export const predictRequest = z.strictObject({
  instances: z
    .array(
      z.strictObject({
        prompt: z.string().optional(),
        image: image.optional(),
        lastFrame: image.optional(),
        referenceImages: z
          .array(z.strictObject({ image, referenceType: z.enum(['asset', 'style', 'ASSET', 'STYLE']) }))
          .max(3)
          .optional(),
      }),
    )
    .length(1),
  parameters: z
    .strictObject({
      sampleCount: z.int().min(1).max(4).optional(),
      aspectRatio: z.enum(['16:9', '9:16']).optional(),
      resolution: z.enum(['720p', '1080p', '4k']).optional(),
      durationSeconds: z.int().min(4).max(8).optional(),
      negativePrompt: z.string().optional(),
      personGeneration: z.enum(['allow_all', 'allow_adult', 'dont_allow']).optional(),
      enhancePrompt: z.boolean().optional(),
    })
    .optional(),
})
