/** The note beside a copy of this program that lies alone: which program it opens. */
import { readFile, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { z } from 'zod'

const NAME = 'program.json'
const noteSchema = z.object({ program: z.string().refine(isAbsolute) })

/** @throws the disk's errors. */
export async function writeProgramFile(folder: string, program: string): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify({ program } satisfies z.infer<typeof noteSchema>)}\n`)
}

/** Null where there is no note, or one that names no program. */
export async function readProgramFile(folder: string): Promise<string | null> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(join(folder, NAME), 'utf8'))).program
  } catch {
    return null
  }
}
