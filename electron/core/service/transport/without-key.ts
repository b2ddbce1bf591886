/** Takes the key out of what a service says: some repeat it in their message about it, and messages are shown and stored. */

/** A shorter word could stand anywhere in an answer by chance, and is left. In characters. */
const SHORTEST_KEY = 8

/** A function that puts `[key]` in the place of `apiKey`, as it is or as JSON writes it. */
export function withoutKey(apiKey: string | undefined): (text: string) => string {
  if (apiKey === undefined || apiKey.length < SHORTEST_KEY) return (text) => text
  const inJson = JSON.stringify(apiKey).slice(1, -1)
  return (text) => text.replaceAll(apiKey, '[key]').replaceAll(inJson, '[key]')
}
