import {
  ChartColumn,
  Database,
  Folder,
  House,
  ListChecks,
  ListTree,
  Settings,
  Shield,
  Smartphone,
  Users,
} from 'lucide-react'
import { lazy } from 'react'
import type { Areas } from '../shared/areas.ts'
import { frameTexts } from '../texts/en/frame.ts'

// Nobody waits for a count.
const DeniedCount = lazy(async () => ({
  default: (await import('../features/requests/components/denied-count.tsx')).DeniedCount,
}))

/** The areas of a project, as the rail and the palette show them. */
export const areas: Areas = {
  first: [
    { path: '', title: frameTexts.overview, icon: House },
    { path: 'users', title: frameTexts.users, icon: Users },
    { path: 'data', title: frameTexts.data, icon: Database, isOfDatabase: true },
    { path: 'files', title: frameTexts.files, icon: Folder },
    { path: 'rules', title: frameTexts.rules, icon: Shield, isOfDatabase: true },
    { path: 'requests', title: frameTexts.requests, icon: ListTree, count: DeniedCount },
    { path: 'analytics', title: frameTexts.analytics, icon: ChartColumn },
    { path: 'installations', title: frameTexts.devices, icon: Smartphone },
  ],
  last: [
    // Long things that go on in the background.
    { path: 'jobs', title: frameTexts.jobs, icon: ListChecks },
    { path: 'settings', title: frameTexts.settings, icon: Settings },
  ],
}
