/** Which names of collections are the same. */

/** The same for names that the core takes for one: capitals, the spaces around it and how its accents are written do not tell. */
export function foldedName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
