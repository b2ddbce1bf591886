/** How many messages of the language that is spoken nobody has read a second time. */
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { countUnread, spoken } from '../../locales/messages.ts'

export function useUnreadMessages(): number {
  const language = useStore(spoken, (state) => state.language)
  const [unread, setUnread] = useState({ language, count: 0 })
  useEffect(() => {
    let isCurrent = true
    void countUnread(language).then((count) => isCurrent && setUnread({ language, count }))
    return () => void (isCurrent = false)
  }, [language])
  return unread.language === language ? unread.count : 0
}
