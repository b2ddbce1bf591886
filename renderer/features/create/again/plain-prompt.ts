/** Writes a prompt that was sent so that the template language reads it as the same words again. */
import { parseTemplate } from '../prompt/template.ts'

export function plainPrompt(prompt: string): string {
  const { nodes, isPlain } = parseTemplate(prompt)
  const read = nodes.map((node) => (node.kind === 'text' ? node.text : '')).join('')
  return isPlain && read === prompt ? prompt : prompt.replace(/[\\{}|[\]_]/g, String.raw`\$&`)
}
