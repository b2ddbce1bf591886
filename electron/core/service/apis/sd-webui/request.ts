/**
 * The one request that makes an image: `txt2img`, or `img2img` where there is an image.
 *
 * Sources: modules/api/models.py (`StableDiffusionTxt2ImgProcessingAPI`, `…Img2Img…`), modules/processing.py.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { asObject } from '#core/json/read-json.ts'
import { mimeOfDataUri } from '#core/media/data-uri.ts'
import { imageSize, nativeSide, seedFrom } from '../../diffusion.ts'
import type { HttpRequest } from '../../http-request.ts'
import type { ApiAddress, ReservedOptions, TaskToSend } from '../../service-api.ts'

/** The response comes when the image is there, and the WebUI makes one after the other. */
const TIMEOUT_MS = 60 * 60_000
const SIDE_STEP = 8
const IMAGE = 'image'
const MASK = 'mask_image'
const KEEP_COLORS = 1

/**
 * Scripts (modules/scripts.py) may replace the prompt and the checkpoint of every image, and make any number: "Prompts from file",
 * "X/Y/Z plot", "Refiner". `infotext` holds a whole request (modules/infotext_utils.py).
 */
export const RESERVED: ReservedOptions = {
  prompt: 'prompt',
  hr_prompt: 'prompt',
  infotext: 'prompt',
  styles: 'prompt',
  sd_model_checkpoint: 'model',
  hr_checkpoint_name: 'model',
  refiner_checkpoint: 'model',
  'override_settings.sd_model_checkpoint': 'model',
  'override_settings.sd_model_refiner': 'model',
  'override_settings.sd_checkpoint_hash': 'model',
  init_images: 'inputs',
  mask: 'inputs',
  script_name: 'own',
  script_args: 'own',
  alwayson_scripts: 'own',
  force_task_id: 'own',
  send_images: 'own',
  save_images: 'own',
  override_settings_restore_afterwards: 'own',
}

export function buildSubmission(task: TaskToSend, { baseUrl }: ApiAddress): Result<HttpRequest> {
  const { body, ownId } = task
  const {
    [IMAGE]: image = null,
    [MASK]: mask = null,
    override_settings: own,
    ...options
  } = body.options ?? {}
  const files = [image, mask].map(base64Of)
  const [imageText, maskText] = files
  if (imageText === undefined || maskText === undefined) {
    return fail('invalid_input', 'service.sdWebui.noAddresses', { field: 'options', charged: 'no' })
  }
  const json: JsonObject = {
    steps: 20,
    cfg_scale: 7,
    seed: seedFrom(ownId),
    ...sizeFor(body.model, imageText),
    ...(maskText === null ? {} : { inpainting_fill: KEEP_COLORS, inpaint_full_res: false }),
    ...options,
    prompt: body.prompt ?? '',
    ...(imageText === null ? {} : { init_images: [imageText] }),
    ...(maskText === null ? {} : { mask: maskText }),
    override_settings: { ...asObject(own), sd_model_checkpoint: body.model },
    // Else the checkpoint would be loaded anew for every image.
    override_settings_restore_afterwards: false,
    send_images: true,
    save_images: false,
    // By it the WebUI tells how far this request is.
    force_task_id: ownId,
  }
  return succeed({
    method: 'POST',
    url: `${baseUrl}/sdapi/v1/${imageText === null ? 'txt2img' : 'img2img'}`,
    body: { kind: 'json', json },
    timeoutMs: TIMEOUT_MS,
  })
}

/** Null where there is none, undefined where it is no file. */
function base64Of(value: Json): string | null | undefined {
  const [one] = Array.isArray(value) ? (value as readonly Json[]) : [value]
  if (one === null || one === undefined || one === '') return null
  if (typeof one !== 'string' || /^https?:/i.test(one)) return undefined
  return mimeOfDataUri(one) === '' ? one : one.slice(one.indexOf(',') + 1)
}

/** What the checkpoint is made for; with an image, as large and in the image's shape. */
function sizeFor(
  checkpoint: string,
  image: string | null,
): { readonly width: number; readonly height: number } {
  const side = nativeSide(checkpoint)
  const size = image === null ? null : imageSize(image)
  if (!size) return { width: side, height: side }
  const scale = Math.sqrt((side * side) / (size.width * size.height))
  const rounded = (length: number): number =>
    Math.max(SIDE_STEP, Math.round((length * scale) / SIDE_STEP) * SIDE_STEP)
  return { width: rounded(size.width), height: rounded(size.height) }
}
