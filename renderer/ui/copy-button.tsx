/** Copies a text and shows that it did. */
import { Check, Copy } from '#renderer/icons.tsx'
import { useState, createContext, use } from 'react'
import { IconButton } from './button.tsx'
import { useFormatter } from './text.ts'

const SHOWN_MS = 1_500

export function CopyButton({ label, value }: { readonly label: string; readonly value: string }) {
  const { text } = useFormatter()
  const [copied, setCopied] = useState(false)
  const copyText = useCopyText()
  async function copy(): Promise<void> {
    if (!(await copyText(value))) return
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

/** False where the browser refuses. */
type CopyText = (text: string) => Promise<boolean>

const copyInBrowser: CopyText = (text) =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )

const CopyTextContext = createContext<CopyText>(copyInBrowser)

export const CopyTextProvider = CopyTextContext.Provider

export function useCopyText(): CopyText {
  return use(CopyTextContext)
}
