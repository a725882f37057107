import { ShieldCheck } from 'lucide-react'
import { actHref } from '../../shared/palette/act-href.ts'
import type { PaletteEntries } from '../../shared/palette/registry.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import { rulesSource } from './rules-source.ts'

export const paletteEntries: PaletteEntries = {
  acts: ({ id, role }, place) =>
    role === 'owner'
      ? [
          {
            id: 'act/publish',
            title: paletteTexts.publish,
            icon: <ShieldCheck />,
            href: actHref(id, 'rules', 'publish', place),
          },
        ]
      : [],
  source: rulesSource,
}
