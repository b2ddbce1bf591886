/** Words of a service, which may lack a period, among sentences of ours. */

/** The words as a sentence that another may follow. */
export function sentence(words: string): string {
  const trimmed = words.trim()
  return trimmed === '' || /[.!?…。！？][)"'”’\]]*$/u.test(trimmed) ? trimmed : `${trimmed}.`
}
