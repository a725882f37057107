import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { isTyped } from './is-typed.ts'

/**
 * The one way in which filters get into the address of the screen that is open: each change is a step that Back takes away, and what is
 * typed into one field is one step.
 *
 * @param typed filters that change with each key
 */
export function useFilterSteps<Filters extends object>(
  typed: readonly (keyof Filters & string)[] = [],
): (before: Filters, after: Filters) => void {
  const navigate = useNavigate()
  const names = useRef(typed)
  names.current = typed
  return useCallback(
    (before, after) => void navigate({ to: '.', search: { ...after }, replace: isTyped(before, after, names.current) }),
    [navigate],
  )
}
