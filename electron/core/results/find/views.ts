/**
 * Files that are named by name, folder and type, as ComfyUI's history does; its `/view` hands them out
 * (https://docs.comfy.org/api-reference/cloud/file/view-a-file.md).
 */
import type { JsonObject } from '#contract/json.ts'
import { readAddress, type Address, type Refused } from './address.ts'
import type { Role } from './classify.ts'
import { holderOf, type JsonPath } from './walk.ts'

export interface View {
  readonly filename: string
  readonly subfolder: string
  readonly type: string
  /** An address that the service gives it besides. */
  readonly url: string | undefined
  /** The key that stands for the file. */
  readonly key: string
}

/** What the object around the path names, or null where it is another object. */
export function viewOf(path: JsonPath): View | null {
  const holder: JsonObject = holderOf(path) ?? {}
  const { filename, subfolder, type } = holder
  if (typeof filename !== 'string' || typeof subfolder !== 'string' || typeof type !== 'string') return null
  if (!/^(?:output|input|temp)$/u.test(type)) return null
  for (const key of OWN_ADDRESS) {
    const url = holder[key]
    if (typeof url === 'string' && url !== '') return { filename, subfolder, type, url, key }
  }
  return { filename, subfolder, type, url: undefined, key: 'filename' }
}
const OWN_ADDRESS = 'url uri href src download_url downloadUrl view_url viewUrl'.split(' ')

/** What is temporary was made on the way, and may be looked at. */
export function roleOfView({ type }: View): { readonly role?: Role } {
  if (type === 'input') return { role: 'input' }
  return type === 'temp' ? { role: 'auxiliary' } : {}
}

export function viewAddress(view: View, baseUrl: string | undefined): Address | Refused | null {
  if (view.url !== undefined) return readAddress(view.url, baseUrl, 'address')
  if (baseUrl === undefined) return { kind: 'refused', reason: 'nothing says which host has the file' }
  const { filename, subfolder, type } = view
  const query = new URLSearchParams({ filename, subfolder, type })
  return readAddress(`${baseUrl.replace(/\/$/u, '')}/view?${query.toString()}`, baseUrl, 'no')
}
