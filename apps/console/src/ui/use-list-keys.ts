import { useEffect, useRef } from 'react'

/** By the name of a key; undefined: the key does nothing now. */
export type ListKeys = Readonly<Record<string, (() => void) | undefined>>

const elsewhere =
  'input, textarea, select, [contenteditable=true], [role=application], [role$=dialog], [role=menu], [role=listbox]'

/** Plain keys that go through a list from anywhere on the page, but for where they write or mean something else. */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(elsewhere) !== null) return
      // A dialog, menu or list that is open has the keys.
      if (document.querySelector('[role$=dialog], [role=menu]') !== null) return
      const act = latest.current[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
