import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'

/**
 * Takes over what is typed in the open editors of values, the one inside another first, without saving it yet. False when one can't be: it
 * says why, and has the focus.
 */
export function takeOverEditors(around: HTMLElement): boolean {
  for (;;) {
    const editor = around.querySelector('form')
    if (editor === null) return true
    flushSync(() => submitForLater(editor))
    if (editor.isConnected) return false
  }
}

/** Submits the form of a value so that it waits for others. */
export function submitForLater(form: HTMLFormElement): void {
  form.dataset['later'] = ''
  form.requestSubmit()
  delete form.dataset['later']
}

/** Whether a form is submitted so. */
export function isForLater(event: FormEvent<HTMLFormElement>): boolean {
  return 'later' in event.currentTarget.dataset
}
