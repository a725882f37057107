import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The line that the address asks for, from one; it is gone to once, with the caret. `go` must keep its identity. */
export function useWantedLine(
  go: (place: { readonly line: number; readonly column: number }) => void,
): number | undefined {
  const { line } = useSearch({ from: '/opened/signed-in/projects/$project/rules' })
  useEffect(() => {
    if (line !== undefined) go({ line, column: 1 })
  }, [line, go])
  return line
}
