/** What a person sees of a text that does not fit: cut off, outside the window, or under another. */
import type { Page } from '@playwright/test'

/** One line for each fault. What is wider than its place and scrolls, or ends with an ellipsis and tells the rest, is none. */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const CONTROLS =
      'button, a, input, select, [role="tab"], [role="radio"], [role="switch"], [role="option"], label, h1, h2, h3'
    const faults: string[] = []
    const told = (one: Element): string =>
      `${one.tagName.toLowerCase()} "${(one.textContent ?? '').trim().slice(0, 60)}"`
    const isSeen = (one: Element): boolean => {
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      const { width, height } = one.getBoundingClientRect()
      return width > 1 && height > 1
    }
    /** What cuts off this side of it, by scrolling or by hiding. */
    const scrolls = (one: Element): boolean => {
      for (let around = one.parentElement; around !== null; around = around.parentElement) {
        const { overflowX } = getComputedStyle(around)
        if ((overflowX === 'auto' || overflowX === 'scroll') && around.scrollWidth > around.clientWidth)
          return true
      }
      return false
    }
    /** What is scrolled out of one's sight lies over nothing. */
    const scroller = (one: Element): Element | null => {
      for (let around = one.parentElement; around !== null; around = around.parentElement)
        if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
      return null
    }
    if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways')
    const controls = [...document.querySelectorAll(CONTROLS)].filter(
      (one) => isSeen(one) && !one.matches('input, [aria-hidden="true"] *'),
    )
    for (const one of controls) {
      const box = one.getBoundingClientRect()
      if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(one))
        faults.push(`outside the window: ${told(one)}`)
      const { overflowX, textOverflow } = getComputedStyle(one)
      const isCut =
        one.scrollWidth > one.clientWidth + 1 && overflowX !== 'visible' && textOverflow !== 'ellipsis'
      if (isCut) faults.push(`cut off: ${told(one)}`)
      const isSpilt = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1 && overflowX === 'visible'
      if (isSpilt && one.matches('a, button')) faults.push(`wider than its place: ${told(one)}`)
    }
    /** What a pane that scrolls down cuts off at its side. What is made to scroll sideways is a list or a table. */
    for (const one of [...controls, ...document.querySelectorAll('textarea')]) {
      const pane = scroller(one)
      if (pane === null || !isSeen(one) || one.closest('table, [role="listbox"]') !== null) continue
      const [box, place] = [one.getBoundingClientRect(), pane.getBoundingClientRect()]
      if (box.right > place.right + 1 || box.left < place.left - 1)
        faults.push(`beyond its pane: ${told(one)}`)
    }
    for (const one of document.querySelectorAll('p, dt, dd, h1, h2, h3')) {
      const isWider = one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1
      if (isWider && isSeen(one) && getComputedStyle(one).overflowX === 'visible')
        faults.push(`wider than its place: ${told(one)}`)
    }
    const pressed = controls.filter((one) => one.matches('button, a, [role="tab"], [role="radio"]'))
    for (const [at, one] of pressed.entries())
      for (const other of pressed.slice(at + 1)) {
        if (one.contains(other) || other.contains(one)) continue
        if (one.closest('[role="dialog"]') !== other.closest('[role="dialog"]')) continue
        if (scroller(one) !== scroller(other)) continue
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const [wide, high] = [
          Math.min(a.right, b.right) - Math.max(a.left, b.left),
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
        ]
        if (wide > 3 && high > 3 && isOnTop(one) && isOnTop(other))
          faults.push(`over each other: ${told(one)} and ${told(other)}`)
      }
    /** In the middle of it, nothing else is pressed. */
    function isOnTop(one: Element): boolean {
      const { left, top, width, height } = one.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      return found !== null && one.contains(found)
    }
    return [...new Set(faults)]
  })
}

/** The texts on the screen, each once, that are plain English words. */
export async function plainTexts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const words = (node.textContent ?? '').trim()
      const place = node.parentElement
      if (
        place === null ||
        place.closest('script, style, [aria-hidden="true"], code, kbd, textarea') !== null
      )
        continue
      if (
        /[a-z]{3}/i.test(words) &&
        !/[^\p{ASCII}]/u.test(words.replaceAll(/[·–—…“”’]/g, '')) &&
        place.checkVisibility()
      )
        found.add(words)
    }
    return [...found]
  })
}
