/** Copies text: with the browser's clipboard, unless another way is provided. */
import { createContext, use } from 'react'

/** False where the browser refuses. */
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
