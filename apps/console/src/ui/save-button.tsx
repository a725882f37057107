import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Sends a form off, and calls for it once something in it is changed. */
export function SaveButton(props: {
  readonly isChanged: boolean
  readonly isPending: boolean
  readonly children: ReactNode
}) {
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
