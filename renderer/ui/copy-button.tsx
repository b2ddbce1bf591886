/** Copies a text and says that it did. */
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './button.tsx'
import { useWords } from './text.ts'

const SHOWN_MS = 1_500

export function CopyButton({ label, value }: { readonly label: string; readonly value: string }) {
  const { text } = useWords()
  const [copied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <IconButton
      icon={copied ? Check : Copy}
      label={copied ? text('action.copied') : label}
      onPress={() => void copy()}
    />
  )
}
