/** How texts get onto the clipboard: the browser's way, unless the page is told another. */
import { createContext, use } from 'react'

/** False where it was refused. */
export type CopyText = (text: string) => Promise<boolean>

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
