/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Hands a text to the browser as a file to download. */
export function saveText(fileName: string, type: string, text: string): void {
  saveFile(fileName, new Blob([text], { type }))
}
