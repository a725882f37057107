import { useEffect } from 'react'
import { visibleDirections } from '../texts/visible-directions.ts'

/** Names the page in the browser's tab and history, and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Hearth' : `${visibleDirections(title)} · Hearth`
  }, [title])
}
