/** Lets the user choose one file, in the browser's or the window's own dialog. */

/** Only from a press: a browser opens no dialog by itself. `take` is not called where the dialog is closed. */
export function chooseFile(accept: string, take: (file: File) => void): void {
  const picker = document.createElement('input')
  picker.type = 'file'
  picker.accept = accept
  picker.addEventListener('change', () => {
    const file = picker.files?.[0]
    if (file) take(file)
  })
  picker.click()
}
