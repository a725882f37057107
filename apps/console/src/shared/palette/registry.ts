import type { ComponentType } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import type { Command } from './command.ts'
import type { Source } from './finding.ts'

/** The page over which the palette is open. */
export interface PalettePlace {
  readonly pathname: string
  /** As the address has it, with its question mark; empty where there is none. */
  readonly searchStr: string
  /** The database that the address names; undefined for the default one. */
  readonly database: string | undefined
}

/** A line of the palette that leads to an address of the console. */
export interface PaletteLink extends Omit<Command, 'run' | 'isKeptOpen'> {
  readonly href: string
}

/** What a feature adds to the palette inside of a project. */
export interface PaletteEntries {
  /** Parts of its screen. The session is undefined until the project is entered, and where it can't be. */
  readonly pages?: (project: string, entered: ProjectSession | undefined) => readonly PaletteLink[]
  /** What one may begin there, where one stands: each leads to its screen with the dialog open. */
  readonly acts?: (project: ProjectSession, place: PalettePlace) => readonly PaletteLink[]
  /** What the server is asked for. */
  readonly source?: (project: ProjectSession, place: Omit<PalettePlace, 'searchStr'>) => Source
}

export interface PaletteProps {
  readonly project: string | undefined
  readonly onShowShortcuts: () => void
  readonly onClose: () => void
}

type Load = () => Promise<{ readonly default: ComponentType<PaletteProps> }>

let load: Load | undefined

/** Tells the frame how the palette is loaded, with what the features add to it. Call it before the frame is shown. */
export function registerPalette(loadPalette: Load): void {
  load = loadPalette
}

/** Rejects where the code can't be loaded. */
export async function loadPalette(): ReturnType<Load> {
  if (load === undefined) throw new Error('No palette is registered.')
  return await load()
}
