import type { ReactNode } from 'react'

/** One line of the palette. */
export interface Command {
  readonly id: string
  readonly title: string
  readonly icon: ReactNode
  readonly description?: string
  /** What it is, for those who don't see the icon. */
  readonly kind?: string
  /** Words by which it is found, too. */
  readonly keywords?: string
  readonly run: () => void
  /** The palette stays open. */
  readonly isKeptOpen?: boolean
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

/** The groups with what has every word of the text, wherever it stands; without those that have nothing left. */
export function matching(groups: readonly CommandGroup[], text: string): readonly CommandGroup[] {
  const words = plain(text).split(/\s+/)
  const fits = ({ title, description = '', keywords = '' }: Command): boolean => {
    const known = plain(`${title} ${description} ${keywords}`)
    return words.every((word) => known.includes(word))
  }
  return groups
    .map((group) => ({ ...group, commands: group.commands.filter(fits) }))
    .filter(({ commands }) => commands.length > 0)
}

/** Without capitals and accents. */
function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
