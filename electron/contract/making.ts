/** How a request came about: kept with the task, never sent to the service. */
import { z } from 'zod'

/** One place of a matrix: the name of the axis and the value there, as they are shown. */
export const cellSchema = z
  .array(z.strictObject({ axis: z.string().max(200), value: z.string().max(2_000) }))
  .max(4)

export const makingSchema = z.strictObject({
  /** The prompt before its alternatives and variables were filled in. */
  template: z.string().max(100_000).optional(),
  /** What stood in the form for each variable of the template, one value a line. */
  variables: z.record(z.string().max(200), z.string().max(2_000)).optional(),
  cell: cellSchema.optional(),
  /** The asset this one varies or continues. */
  fromAssetId: z.string().min(1).max(200).optional(),
})
export type Making = z.infer<typeof makingSchema>
