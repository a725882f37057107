import { createContext, useContext } from 'react'

export interface PaletteControl {
  readonly open: () => void
}

export const PaletteContext = createContext<PaletteControl>({ open: () => undefined })

export function usePalette(): PaletteControl {
  return useContext(PaletteContext)
}
