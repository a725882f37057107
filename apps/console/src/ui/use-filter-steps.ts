import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'

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

/**
 * Whether two states of a list's filters differ by what is typed alone, and there was something typed before: such a step takes the place
 * of the history's entry. Every other filter makes an entry of its own, so that Back takes it away.
 */
export function isTyped<Filters extends object>(
  before: Filters,
  after: Filters,
  typed: readonly (keyof Filters & string)[],
): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Filters & string>
  const differing = [...names].filter((name) => before[name] !== after[name])
  return differing.every((name) => typed.includes(name) && before[name] !== undefined)
}
