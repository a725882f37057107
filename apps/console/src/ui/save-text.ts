/** Hands a text to the browser as a file to download. */
export function saveText(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has taken the content by the time that the page comes to rest.
  setTimeout(() => URL.revokeObjectURL(url))
}
