import { flushSync } from 'react-dom'

/**
 * Takes over what is typed in the open editors of values, the one inside another first. False when one can't be: it says why, and has
 * the focus.
 */
export function takeOverEditors(around: HTMLElement): boolean {
  for (;;) {
    const editor = around.querySelector('form')
    if (editor === null) return true
    flushSync(() => editor.requestSubmit())
    if (editor.isConnected) return false
  }
}
