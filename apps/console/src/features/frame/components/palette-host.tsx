import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode, createContext, useContext } from 'react'
import { loadPalette } from '../../../shared/palette/registry.ts'

interface PaletteControl {
  readonly open: () => void
  readonly showShortcuts: () => void
}

const PaletteContext = createContext<PaletteControl>({
  open: () => undefined,
  showShortcuts: () => undefined,
})

export function usePalette(): PaletteControl {
  return useContext(PaletteContext)
}

const Palette = lazy(loadPalette)

const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }))

/**
 * Opens the sheet of shortcuts with Ctrl-/ or ⌘/, and with ? where nothing is typed, and the command palette with Ctrl-K or ⌘K from anywhere, and by its button. Its
 * code comes with the first opening, or when a key begins it: whoever types on at once has it there by then. A / goes to the search field of the page.
 */
export function PaletteHost({
  project,
  children,
}: {
  readonly project: string | undefined
  readonly children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const control = useMemo(() => ({ open: () => setOpen(true), showShortcuts: () => setSheetOpen(true) }), [])

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') void loadPalette().catch(() => undefined)
      if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTypedInto(event.target)) {
        event.preventDefault()
        setSheetOpen(true)
        return
      }
      if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTypedInto(event.target)) {
        const field = searchOfPage()
        if (field === undefined) return
        event.preventDefault()
        field.select()
        return
      }
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.key === '/') {
        event.preventDefault()
        setSheetOpen((wasOpen) => !wasOpen)
      } else if (event.key.toLowerCase() === 'k' && !event.shiftKey) {
        event.preventDefault()
        setOpen((wasOpen) => !wasOpen)
      }
    }
    // Before lists take the key for the beginning of a name.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [])

  return (
    <PaletteContext value={control}>
      {children}
      {isOpen && (
        <Suspense>
          <Palette project={project} onShowShortcuts={() => setSheetOpen(true)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      {isSheetOpen && (
        <Suspense>
          <ShortcutsSheet onClose={() => setSheetOpen(false)} />
        </Suspense>
      )}
    </PaletteContext>
  )
}

/** What is typed on a cell of a table takes the place of its value. */
function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [data-cell]'))
  )
}

/** undefined where there is none, and while a dialog is open. */
function searchOfPage(): HTMLInputElement | undefined {
  if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return undefined
  return document.querySelector<HTMLInputElement>('main input[type=search]') ?? undefined
}
