/** JSON as it is, for the parts of a request or an answer whose shape nobody promises. */
import { z } from 'zod'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

export const jsonSchema: z.ZodType<Json> = z.json()
export const jsonObjectSchema: z.ZodType<JsonObject> = z.record(z.string(), z.json())
