import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { frameTexts } from '../texts/en/frame.ts'

/** A part of a project with a screen of its own, as its route declares it. */
export interface AreaOfRoute {
  /** Its title in the rail, the palette and the path: the router is there before the words are. */
  readonly title: keyof typeof frameTexts.areas
  readonly icon: LucideIcon
  /** The database of the page before is kept: whoever looks at the documents of one goes on to its rules. */
  readonly isOfDatabase?: true
  /** It stands apart, below the others. */
  readonly isApart?: true
  /** What is counted beside its title. */
  readonly count?: ComponentType<AreaCountProps>
}

export interface Area extends AreaOfRoute {
  /** The path below the project; empty for the overview. */
  readonly path: string
}

export interface AreaCountProps {
  readonly project: string
  /** Beside words, and not on the corner of an icon. */
  readonly isFull: boolean
}

let areas: readonly Area[] = []

/** Tells the frame of the areas, in the order of the rail. Call it before the frame is shown. */
export function registerAreas(registered: readonly Area[]): void {
  areas = registered
}

export function listAreas(): readonly Area[] {
  return areas
}

/** Whether an area other than the overview has this path. */
export function isAreaPath(path: string): boolean {
  return path !== '' && areas.some((area) => area.path === path)
}

/** Where an area of a project is. */
export function areaHref(project: string, path: string): string {
  return `/projects/${encodeURIComponent(project)}${path === '' ? '' : `/${path}`}`
}
