/** The part of a report of vitest's `json` reporter that is read here. */
import { z } from 'zod'

export const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          meta: z.object({ skipReason: z.string().optional() }).optional(),
        }),
      ),
    }),
  ),
})
