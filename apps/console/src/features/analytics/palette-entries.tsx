import { ChartColumn } from 'lucide-react'
import { areaHref } from '../../shared/areas.ts'
import type { PaletteEntries, PaletteLink } from '../../shared/palette/registry.ts'
import { analyticsTexts } from '../../texts/en/analytics.ts'
import { frameTexts } from '../../texts/en/frame.ts'
import { views } from './analytics-search.ts'

export const paletteEntries: PaletteEntries = {
  pages: (project) =>
    views.map((view): PaletteLink => ({
      id: `analytics/${view}`,
      title: `${frameTexts.areas.analytics}: ${analyticsTexts.views[view]}`,
      icon: <ChartColumn />,
      isSearchedOnly: true,
      href: `${areaHref(project, 'analytics')}${view === 'users' ? '' : `?report=${view}`}`,
    })),
}
