/** Opens the page in the user's browser, or says how to do it by hand. */
import open from 'open'

/** Never fails: where no browser can be started, the address is printed for the user. */
export async function openBrowser(url: string): Promise<void> {
  try {
    const browser = await open(url)
    browser.once('error', () => sayHow(url))
  } catch {
    sayHow(url)
  }
}

function sayHow(url: string): void {
  process.stderr.write(`No browser could be opened. Open this address yourself: ${url}\n`)
}
