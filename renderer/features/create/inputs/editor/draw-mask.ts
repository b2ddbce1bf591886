/**
 * Draws a mask and what is sent of an edited image.
 *
 * In a drawing that is on its way a mask is what is not see-through; as it is sent, it is white on black.
 */
import type { Size } from '../../../../ui/use-element-size.ts'
import type { EditedImage } from '../input-actions.ts'
import { type Box, type Edit, isWhole, type MaskPart } from './edit.ts'

export interface Source {
  readonly image: ImageBitmap
  /** The mask that was there before, see-through where nothing is masked. */
  readonly mask: HTMLCanvasElement | null
}

/** Which part of the image's plane is drawn, and how many pixels of the canvas one of its pixels takes. */
export interface View {
  readonly box: Box
  readonly scale: number
}

export function createCanvas({ width, height }: Size): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
  })
}

/** Never null: a page that has no canvas cannot have opened the editor. */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws no images.')
  return context
}

export function look(context: CanvasRenderingContext2D, { box, scale }: View): void {
  context.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale)
}

/** On a new canvas, in white. */
export function drawMask(edit: Edit, source: Source, view: View): HTMLCanvasElement {
  const { box, scale } = view
  const canvas = createCanvas({ width: box.width * scale, height: box.height * scale })
  const context = contextOf(canvas)
  look(context, view)
  const { width, height } = source.image
  if (source.mask !== null) context.drawImage(source.mask, 0, 0, width, height)
  for (const part of edit.parts) drawPart(context, part, box)
  // What lies beside the image is always made anew.
  context.globalCompositeOperation = 'source-over'
  fillOutside(context, edit.frame, source.image)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = 'white'
  context.fillRect(box.x, box.y, box.width, box.height)
  return canvas
}

function isInside({ x, y, width, height }: Box, image: Size): boolean {
  return x >= 0 && y >= 0 && x + width <= image.width && y + height <= image.height
}

/** The frame without the image. */
function fillOutside(context: CanvasRenderingContext2D, frame: Box, image: Size): void {
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height]
  context.fillRect(frame.x, frame.y, frame.width, Math.max(0, -frame.y))
  context.fillRect(frame.x, image.height, frame.width, Math.max(0, bottom - image.height))
  context.fillRect(frame.x, frame.y, Math.max(0, -frame.x), frame.height)
  context.fillRect(image.width, frame.y, Math.max(0, right - image.width), frame.height)
}

export function drawPart(context: CanvasRenderingContext2D, part: MaskPart, box: Box): void {
  switch (part.kind) {
    case 'clear':
      return context.clearRect(box.x, box.y, box.width, box.height)
    case 'invert':
      context.globalCompositeOperation = 'xor'
      return context.fillRect(box.x, box.y, box.width, box.height)
    case 'box':
      context.globalCompositeOperation = part.isErased ? 'destination-out' : 'source-over'
      return context.fillRect(part.box.x, part.box.y, part.box.width, part.box.height)
    case 'stroke':
      context.globalCompositeOperation = part.isErased ? 'destination-out' : 'source-over'
      return drawStroke(context, part.points)
  }
}

/** A line of no length draws nothing, whatever its ends are like: a point alone is drawn as a disc. */
function drawStroke(
  context: CanvasRenderingContext2D,
  points: Extract<MaskPart, { kind: 'stroke' }>['points'],
): void {
  context.lineCap = 'round'
  for (const [index, { x, y, radius }] of points.entries()) {
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.fill()
    const from = points[index - 1]
    if (!from) continue
    context.lineWidth = radius * 2
    context.beginPath()
    context.moveTo(from.x, from.y)
    context.lineTo(x, y)
    context.stroke()
  }
}

/** Grey values as they are kept, on a canvas that is see-through where they are black. */
export function readMask(image: ImageBitmap): HTMLCanvasElement {
  const canvas = createCanvas(image)
  const context = contextOf(canvas)
  context.drawImage(image, 0, 0)
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) data[at + 3] = data[at] ?? 0
  context.putImageData(pixels, 0, 0)
  return canvas
}

const MEASURED_SIDE = 256

/** The share of the frame that is masked, 0 to 1. */
export function maskedShare(edit: Edit, source: Source): number {
  const { frame } = edit
  const scale = Math.min(1, MEASURED_SIDE / Math.max(frame.width, frame.height))
  const canvas = drawMask(edit, source, { box: frame, scale })
  const { data } = contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height)
  let sum = 0
  for (let at = 3; at < data.length; at += 4) sum += data[at] ?? 0
  return sum / 255 / (data.length / 4)
}

/** The image as it is sent, where it is another one, and its mask, where there is one. */
export async function renderEdit(edit: Edit, source: Source): Promise<EditedImage> {
  const { frame, feather } = edit
  const { image } = source
  const isMasked = maskedShare(edit, source) > 0
  return {
    image: isWhole(frame, image) ? null : await toPng(framed(image, frame)),
    mask: isMasked ? await toPng(onBlack(drawMask(edit, source, { box: frame, scale: 1 }), feather)) : null,
  }
}

/** Beside the image stands what continues its colours: models take that for a hint. */
function framed(image: ImageBitmap, frame: Box): HTMLCanvasElement {
  const canvas = createCanvas(frame)
  const context = contextOf(canvas)
  if (!isInside(frame, image)) {
    context.drawImage(image, 0, 0, frame.width, frame.height)
    context.filter = `blur(${Math.round(Math.max(frame.width, frame.height) / 40)}px)`
    context.drawImage(image, 0, 0, frame.width, frame.height)
    context.filter = 'none'
    context.clearRect(-frame.x, -frame.y, image.width, image.height)
  }
  context.drawImage(image, -frame.x, -frame.y)
  return canvas
}

/** Half of the border lies on either side of where the mask was drawn. */
export function featherFilter(pixels: number): string {
  return pixels > 0 ? `blur(${pixels / 2}px)` : 'none'
}

/** Blurred as if the mask went on beyond the edges. */
function onBlack(mask: HTMLCanvasElement, feather: number): HTMLCanvasElement {
  const { width, height } = mask
  const around = Math.ceil(feather * 2)
  const padded = createCanvas({ width: width + 2 * around, height: height + 2 * around })
  const edges = contextOf(padded)
  edges.drawImage(mask, 0, 0, padded.width, padded.height)
  edges.clearRect(around, around, width, height)
  edges.drawImage(mask, around, around)
  const canvas = createCanvas(mask)
  const context = contextOf(canvas)
  context.fillRect(0, 0, width, height)
  context.filter = featherFilter(feather)
  context.drawImage(padded, -around, -around)
  return canvas
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('Too large to draw.')) : resolve(blob)),
      'image/png',
    )
  })
}
