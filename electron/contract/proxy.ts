/** The way through which requests leave. */
import { z } from 'zod'

/** An http or https proxy without a name and password: a password does not belong into settings.json. */
const proxyAddress = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^https?:\/\/([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[1-9][0-9]{0,3}|:[1-5][0-9]{4}|:6[0-4][0-9]{3})?\/?$/i,
    'Enter the address of a proxy, such as http://proxy.example.com:3128.',
  )

/** `system`: as the system (desktop) or its environment variables (web host) say. `none`: straight to the address. */
export const proxySchema = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('system') }),
  z.strictObject({ mode: z.literal('none') }),
  z.strictObject({ mode: z.literal('custom'), address: proxyAddress }),
])
export type Proxy = z.infer<typeof proxySchema>
