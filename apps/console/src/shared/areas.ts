import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** A part of a project with a screen of its own. */
export interface Area {
  /** The path below the project; empty for the overview. */
  readonly path: string
  readonly title: string
  readonly icon: LucideIcon
  /** The database of the page before is kept: whoever looks at the documents of one goes on to its rules. */
  readonly isOfDatabase?: true
  /** What is counted beside its title. */
  readonly count?: ComponentType<AreaCountProps>
}

export interface AreaCountProps {
  readonly project: string
  /** Beside words, and not on the corner of an icon. */
  readonly isFull: boolean
}

export interface Areas {
  /** In the order of the rail. */
  readonly first: readonly Area[]
  /** Those that stand apart below them. */
  readonly last: readonly Area[]
}

let areas: Areas = { first: [], last: [] }

/** Tells the frame of the areas. Call it before the frame is shown. */
export function registerAreas(registered: Areas): void {
  areas = registered
}

export function getAreas(): Areas {
  return areas
}

/** The areas in the order of the rail, those that stand apart at the end. */
export function listAreas(): readonly Area[] {
  return [...areas.first, ...areas.last]
}

/** Whether an area other than the overview has this path. */
export function isAreaPath(path: string): boolean {
  return path !== '' && listAreas().some((area) => area.path === path)
}

/** Where an area of a project is. */
export function areaHref(project: string, path: string): string {
  return `/projects/${encodeURIComponent(project)}${path === '' ? '' : `/${path}`}`
}
