import { createContext, useContext } from 'react'

export interface PaletteControl {
  readonly open: () => void
  readonly showShortcuts: () => void
}

export const PaletteContext = createContext<PaletteControl>({
  open: () => undefined,
  showShortcuts: () => undefined,
})

export function usePalette(): PaletteControl {
  return useContext(PaletteContext)
}
