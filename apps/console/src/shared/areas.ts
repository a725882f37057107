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
  type LucideIcon,
} from 'lucide-react'
import { frameTexts } from '../texts/en/frame.ts'

export interface Area {
  /** The path below the project; empty for the overview. */
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
  /** The database of the page before is kept: whoever looks at the documents of one goes on to its rules. */
  readonly isOfDatabase?: true
}

/** The areas of a project, in the order of the rail. Settings stand apart. */
export const areas: readonly Area[] = [
  { path: '', title: frameTexts.overview, icon: House },
  { path: 'users', title: frameTexts.users, icon: Users },
  { path: 'data', title: frameTexts.data, icon: Database, isOfDatabase: true },
  { path: 'files', title: frameTexts.files, icon: Folder },
  { path: 'rules', title: frameTexts.rules, icon: Shield, isOfDatabase: true },
  { path: 'requests', title: frameTexts.requests, icon: ListTree },
  { path: 'analytics', title: frameTexts.analytics, icon: ChartColumn },
  { path: 'installations', title: frameTexts.devices, icon: Smartphone },
]

export const settingsArea: Area = { path: 'settings', title: frameTexts.settings, icon: Settings }

/** Long things that go on in the background. */
export const jobsArea: Area = { path: 'jobs', title: frameTexts.jobs, icon: ListChecks }

export const areaPaths: ReadonlySet<string> = new Set(
  [...areas, jobsArea, settingsArea].map(({ path }) => path).filter((path) => path !== ''),
)

/** Where an area of a project is. */
export function areaHref(project: string, area: Area): string {
  return `/projects/${encodeURIComponent(project)}${area.path === '' ? '' : `/${area.path}`}`
}
