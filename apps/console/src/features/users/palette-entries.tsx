import { UserPlus } from 'lucide-react'
import { actHref } from '../../shared/palette/act-href.ts'
import type { PaletteEntries } from '../../shared/palette/registry.ts'
import { paletteTexts } from '../../texts/en/palette.ts'
import { usersSource } from './users-source.ts'

export const paletteEntries: PaletteEntries = {
  acts: ({ id, mayWrite }, place) =>
    mayWrite
      ? [
          {
            id: 'act/user',
            title: paletteTexts.addUser,
            keywords: paletteTexts.newWords,
            icon: <UserPlus />,
            href: actHref(id, 'users', 'add', place),
          },
        ]
      : [],
  source: usersSource,
}
