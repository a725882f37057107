import { Plug } from 'lucide-react'
import { areaHref } from '../../shared/areas.ts'
import type { PaletteEntries } from '../../shared/palette/registry.ts'
import { overviewTexts } from '../../texts/en/overview.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import { actQuery } from '../../ui/use-act-in-address.ts'

export const paletteEntries: PaletteEntries = {
  acts: ({ id }) => [
    {
      id: 'act/connect',
      title: overviewTexts.connect,
      keywords: paletteTexts.connectWords,
      icon: <Plug />,
      href: `${areaHref(id, '')}?${actQuery('connect')}`,
    },
  ],
}
