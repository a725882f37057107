import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react'
import { PaletteContext } from './palette-context.ts'

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }))

/** Opens the command palette with Ctrl-K or ⌘K from anywhere, and by its button. Its code comes with the first opening. */
export function PaletteHost({
  project,
  children,
}: {
  readonly project: string | undefined
  readonly children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const control = useMemo(() => ({ open: () => setOpen(true) }), [])

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      setOpen((wasOpen) => !wasOpen)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  return (
    <PaletteContext value={control}>
      {children}
      {isOpen && (
        <Suspense>
          <CommandPalette project={project} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </PaletteContext>
  )
}
