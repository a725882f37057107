import { paletteEntries as ofAnalytics } from '../features/analytics/palette-entries.tsx'
import { paletteEntries as ofData } from '../features/data/palette-entries.tsx'
import { paletteEntries as ofFiles } from '../features/files/palette-entries.tsx'
import { paletteEntries as ofOverview } from '../features/overview/palette-entries.tsx'
import { paletteEntries as ofRules } from '../features/rules/palette-entries.tsx'
import { paletteEntries as ofSettings } from '../features/settings/palette-entries.tsx'
import { paletteEntries as ofUsers } from '../features/users/palette-entries.tsx'
import { CommandPalette } from '../features/frame/palette/components/command-palette.tsx'
import type { PaletteEntries, PaletteProps } from '../shared/palette/registry.ts'

/** In the order in which it is shown. */
const entries: readonly PaletteEntries[] = [ofOverview, ofData, ofUsers, ofFiles, ofRules, ofSettings, ofAnalytics]

/** The command palette with what the features add to it. */
export function Palette(props: PaletteProps) {
  return <CommandPalette {...props} entries={entries} />
}
