/** A name that no profile has yet: "Replicate", "Replicate 2". */
export function freeName(label: string, profiles: readonly { readonly name: string }[]): string {
  const isTaken = (name: string): boolean => profiles.some((profile) => profile.name === name)
  let name = label
  for (let number = 2; isTaken(name); number += 1) name = `${label} ${number}`
  return name
}
