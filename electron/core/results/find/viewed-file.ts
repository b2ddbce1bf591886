/**
 * Files that are named by name, folder and type, as ComfyUI's history does; its `/view` hands them out
 * (https://docs.comfy.org/api-reference/cloud/file/view-a-file.md).
 */
import type { JsonObject } from '#contract/json.ts'
import { readAddress, type Address, type Refused } from './address.ts'
import type { Role } from './classify.ts'
import { holderOf, type JsonPath } from './walk.ts'

interface View {
  readonly filename: string
  readonly subfolder: string
  readonly type: string
}

/** What the object around the path names, or null where it is another object. */
export function viewOf(path: JsonPath): View | null {
  const { filename, subfolder, type }: JsonObject = holderOf(path) ?? {}
  if (typeof filename !== 'string' || typeof subfolder !== 'string' || typeof type !== 'string') return null
  return /^(?:output|input|temp)$/u.test(type) ? { filename, subfolder, type } : null
}

/** What is temporary was made on the way, and may be looked at. */
export function roleOfView({ type }: View): { readonly role?: Role } {
  if (type === 'input') return { role: 'input' }
  return type === 'temp' ? { role: 'auxiliary' } : {}
}

export function viewAddress(view: View, baseUrl: string | undefined): Address | Refused | null {
  if (baseUrl === undefined) return { kind: 'refused', reason: 'nothing says which host has the file' }
  const { filename, subfolder, type } = view
  const query = new URLSearchParams({ filename, subfolder, type })
  return readAddress(`${baseUrl.replace(/\/$/u, '')}/view?${query.toString()}`, baseUrl, false)
}
