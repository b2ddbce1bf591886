/**
 * What OpenAI's endpoints take, from its OpenAPI document: https://github.com/openai/openai-openapi (openapi.json of 2026-08-21,
 * version 2.3.0, read 2026-11-22), schemas CreateImageRequest, CreateImageEditRequest, EditImageBodyJsonParam,
 * CreateVideoMultipartBody, CreateVideoJsonBody and CreateSpeechRequest.
 */
import { z } from 'zod'

/** Multipart carries numbers and booleans as text. */
const count = z.coerce.number().int().min(1).max(10)
const percent = z.coerce.number().int().min(0).max(100)
const imageSize = z.string().regex(/^(?:auto|\d{3,4}x\d{3,4})$/)
const outputFormat = z.enum(['png', 'jpeg', 'webp'])
const background = z.enum(['transparent', 'opaque', 'auto'])

const imageOptions = {
  n: count.optional(),
  size: imageSize.optional(),
  background: background.optional(),
  output_format: outputFormat.optional(),
  output_compression: percent.optional(),
  moderation: z.enum(['low', 'auto']).optional(),
  user: z.string().optional(),
  stream: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  partial_images: z.coerce.number().int().min(0).max(3).optional(),
}

export const imageRequest = z.strictObject({
  model: z.string().default('dall-e-2'),
  prompt: z.string().max(32_000),
  quality: z.enum(['standard', 'hd', 'low', 'medium', 'high', 'auto']).optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  style: z.enum(['vivid', 'natural']).optional(),
  ...imageOptions,
})

const { moderation: _, ...editOptions } = imageOptions

export const imageEditRequest = z.strictObject({
  model: z.string().default('gpt-image-1.5'),
  prompt: z.string().min(1).max(32_000),
  image: z.array(z.instanceof(File)).min(1).max(16),
  mask: z.instanceof(File).optional(),
  quality: z.enum(['standard', 'low', 'medium', 'high', 'auto']).optional(),
  response_format: z.enum(['url', 'b64_json']).optional(),
  input_fidelity: z.enum(['high', 'low']).optional(),
  ...editOptions,
})

const imageReference = z.strictObject({ image_url: z.url().optional(), file_id: z.string().optional() })

export const imageEditJson = z.strictObject({
  model: z.string().default('gpt-image-1.5'),
  prompt: z.string().min(1).max(32_000),
  images: z.array(imageReference).min(1).max(16),
  mask: imageReference.optional(),
  quality: z.enum(['low', 'medium', 'high', 'auto']).optional(),
  input_fidelity: z.enum(['high', 'low']).optional(),
  ...imageOptions,
})

export const videoRequest = z.strictObject({
  model: z.string().default('sora-2'),
  prompt: z.string().min(1).max(32_000),
  input_reference: z.union([z.instanceof(File), imageReference]).optional(),
  seconds: z.enum(['4', '8', '12']).default('4'),
  size: z.enum(['720x1280', '1280x720', '1024x1792', '1792x1024']).default('720x1280'),
})

export const speechRequest = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4096),
  voice: z.union([z.string().min(1), z.strictObject({ id: z.string() })]),
  instructions: z.string().max(4096).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).default('mp3'),
  speed: z.number().min(0.25).max(4).optional(),
  stream_format: z.enum(['sse', 'audio']).optional(),
})
