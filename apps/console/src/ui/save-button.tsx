import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useUnsavedChanges } from './unsaved-changes.ts'

/** Sends a form off, and calls for it once something in it is changed. Nobody leaves the page then without being asked. */
export function SaveButton(props: {
  readonly isChanged: boolean
  readonly isPending: boolean
  readonly children: ReactNode
}) {
  useUnsavedChanges(props.isChanged)
  return (
    <Button
      type="submit"
      variant={props.isChanged ? 'primary' : 'default'}
      isDisabled={!props.isChanged}
      isPending={props.isPending}
    >
      {props.children}
    </Button>
  )
}
