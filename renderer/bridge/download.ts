/** Lets the browser download a file that the page made. */

/** Whether the user keeps it is between the user and the browser. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it once the click is over; a large file may still be read.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
