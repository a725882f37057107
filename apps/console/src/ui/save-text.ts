import { saveFile } from './save-file.ts'

/** Hands a text to the browser as a file to download. */
export function saveText(fileName: string, type: string, text: string): void {
  saveFile(fileName, new Blob([text], { type }))
}
