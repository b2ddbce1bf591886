/** The list of the queue, as a person reads it. */
import type { Locator, Page } from '@playwright/test'

export function rows(page: Page): Locator {
  return page.getByRole('list', { name: 'Queue' })
}

/** Which of the known prompts each row begins with, from top to bottom; the row's own words where it is none of them. */
export async function promptsOf(page: Page, known: readonly string[]): Promise<readonly string[]> {
  const names = await rows(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .map((one) => ({ top: one.getBoundingClientRect().top, words: one.textContent }))
        .toSorted((a, b) => a.top - b.top)
        .map(({ words }) => words),
    )
  return names.map((words) => known.find((prompt) => words.startsWith(prompt)) ?? words)
}
