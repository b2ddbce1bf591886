/**
 * Where everything stands on a sheet, for any shape of paper. All in pixels; y runs down.
 */

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface SheetLayout {
  readonly title: Box
  /** Front, three-quarter, back. */
  readonly figures: readonly Box[]
  readonly faces: readonly Box[]
  readonly swatches: Box
}

/** The layout for a sheet of this size. */
export function layOut(width: number, height: number): SheetLayout {
  const margin = Math.min(width, height) * 0.045
  if (width / height >= 1.3) return beside(width, height, margin)
  return below(width, height, margin, width / height <= 0.8 ? 2 : 4)
}

/** Faces below the figures, in rows of `columns`. */
function below(width: number, height: number, margin: number, columns: 2 | 4): SheetLayout {
  const inner = width - 2 * margin
  const rows = 4 / columns
  const titleHeight = Math.min(width, height) * 0.075
  const swatchHeight = Math.min(width, height) * 0.045
  const gap = margin * 0.45
  const face = Math.min(
    (inner - (columns - 1) * gap) / columns,
    (height * (columns === 4 ? 0.25 : 0.42)) / rows,
  )
  const facesTop = height - margin - swatchHeight - margin * 0.55 - rows * face - (rows - 1) * gap
  const figuresTop = margin + titleHeight
  const apart = columns === 4 ? (inner - 4 * face) / 3 : (inner - 2 * face) / 3
  const faces = Array.from({ length: rows }, (_, line) =>
    row(
      {
        left: margin + (columns === 2 ? apart : 0),
        top: facesTop + line * (face + gap),
        width: inner - (columns === 2 ? 2 * apart : 0),
        height: face,
      },
      columns,
      apart,
    ),
  ).flat()
  return {
    title: { left: margin, top: margin, width: inner, height: titleHeight },
    figures: row(
      { left: margin, top: figuresTop, width: inner, height: facesTop - margin * 0.7 - figuresTop },
      3,
      0,
    ),
    faces,
    swatches: { left: margin, top: height - margin - swatchHeight, width: inner, height: swatchHeight },
  }
}

/** Faces on the right, two by two. */
function beside(width: number, height: number, margin: number): SheetLayout {
  const titleHeight = height * 0.085
  const right = Math.min(width * 0.36, (height - 4 * margin) * 0.86)
  const left = width - 3 * margin - right
  const swatchHeight = height * 0.055
  const gap = margin * 0.5
  const facesHeight = height - 2 * margin - swatchHeight - margin * 0.6
  const face = Math.min((right - gap) / 2, (facesHeight - gap) / 2)
  const from = width - margin - 2 * face - gap
  const top = margin + (facesHeight - 2 * face - gap) / 2
  const square = (column: number, line: number): Box => ({
    left: from + column * (face + gap),
    top: top + line * (face + gap),
    width: face,
    height: face,
  })
  const figuresTop = margin + titleHeight
  return {
    title: { left: margin, top: margin, width: left, height: titleHeight },
    figures: row({ left: margin, top: figuresTop, width: left, height: height - margin - figuresTop }, 3, 0),
    faces: [square(0, 0), square(1, 0), square(0, 1), square(1, 1)],
    swatches: {
      left: from,
      top: height - margin - swatchHeight,
      width: 2 * face + gap,
      height: swatchHeight,
    },
  }
}

function row({ left, top, width, height }: Box, count: number, gap: number): readonly Box[] {
  const each = (width - gap * (count - 1)) / count
  return Array.from({ length: count }, (_, index) => ({
    left: left + index * (each + gap),
    top,
    width: each,
    height,
  }))
}
