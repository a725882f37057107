import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { PaletteContext } from './palette-context.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('../../palette/components/command-palette.tsx')).CommandPalette,
}))

const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }))

/**
 * Opens the sheet of shortcuts with Ctrl-/ or ⌘/, and the command palette with Ctrl-K or ⌘K from anywhere, and by its button. Its
 * code comes with the first opening.
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
  const control = useMemo(() => ({ open: () => setOpen(true) }), [])

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.key === '/') {
        event.preventDefault()
        setSheetOpen((wasOpen) => !wasOpen)
      } else if (event.key.toLowerCase() === 'k' && !event.shiftKey) {
        event.preventDefault()
        setOpen((wasOpen) => !wasOpen)
      }
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <PaletteContext value={control}>
      {children}
      {isOpen && (
        <Suspense>
          <CommandPalette project={project} onShowShortcuts={() => setSheetOpen(true)} onClose={() => setOpen(false)} />
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
