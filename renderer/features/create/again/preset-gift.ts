/** A preset that was dropped onto the form. */
import type { Preset } from '#contract/prompts.ts'
import { readPresetFile } from '../presets/preset-file.ts'

const PRESET_FILE = /\.json$/i
/** A preset is a page of text: bytes beyond this are something else. */
const LARGEST_FILE_BYTES = 1_000_000

/** null where the file holds something else, such as a recipe. */
export async function readPresetGift(file: File): Promise<Preset | null> {
  if (!PRESET_FILE.test(file.name) || file.size > LARGEST_FILE_BYTES) return null
  const read = readPresetFile(await file.text())
  return 'preset' in read ? read.preset : null
}
