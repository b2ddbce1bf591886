/** Hands a text to the browser as a file to be saved. */
export function saveFile(name: string, content: string, mimeType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mimeType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken hold of the bytes when the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
