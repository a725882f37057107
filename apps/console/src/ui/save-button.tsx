import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { useUnsavedChanges } from './unsaved-changes.ts'

/**
 * Sends a form off, and calls for it once something in it is changed; Ctrl-S or ⌘S in the form does the same. Nobody leaves the page then
 * without being asked.
 */
export function SaveButton(props: {
  readonly isChanged: boolean
  readonly isPending: boolean
  readonly children: ReactNode
}) {
  useUnsavedChanges(props.isChanged)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const form = button.current?.form
    const listen = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 's') return
      event.preventDefault()
      button.current?.click()
    }
    form?.addEventListener('keydown', listen)
    return () => form?.removeEventListener('keydown', listen)
  }, [])
  return (
    <Button
      ref={button}
      type="submit"
      variant={props.isChanged ? 'primary' : 'default'}
      isDisabled={!props.isChanged}
      isPending={props.isPending}
    >
      {props.children}
    </Button>
  )
}
