/** Whether a file that has stayed the same for a while is whole. */
import { takenTypeOf } from '../taken-type.ts'
import type { Arrival } from './arrivals.ts'
import { endOf } from './file-end.ts'

/** `hasRested`: for so long that what its end does not tell is taken as it is. `later`: when it has. */
export async function judge(
  { file }: Arrival,
  hasRested: boolean,
): Promise<'whole' | 'later' | 'unfinished' | 'noMedia'> {
  try {
    const type = await takenTypeOf(file.path)
    // What is written from behind has no beginning yet.
    if (type === null) return hasRested ? 'noMedia' : 'later'
    const end = await endOf(file.path, type.extension)
    if (end === 'cutOff') return 'unfinished'
    return end === 'whole' || hasRested ? 'whole' : 'later'
  } catch {
    // On Windows, another program holds it.
    return 'unfinished'
  }
}
