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
  /** Too special to be there before anything is typed. */
  readonly isSearchedOnly?: boolean
  /** A path or an id. */
  readonly isCode?: boolean
  readonly run: () => void
  /** The palette stays open. */
  readonly isKeptOpen?: boolean
}

export interface CommandGroup {
  readonly title: string
  readonly commands: readonly Command[]
}

/**
 * The groups with what has words that begin with those of the text, in any order; without those that have nothing left. What has them in its
 * name comes first, and what is only about them after all of it, under `related`.
 */
export function matching(groups: readonly CommandGroup[], text: string, related: string): readonly CommandGroup[] {
  const sought = wordsOf(text)
  const isIn = (words: string): boolean => {
    const known = wordsOf(words)
    return sought.every((word) => known.some((one) => one.startsWith(word)))
  }
  const isNamed = ({ title, description = '' }: Command): boolean => isIn(`${title} ${description}`)
  const fits = (command: Command): boolean => {
    if (sought.length === 0) return command.isSearchedOnly !== true && text.trim() === ''
    return isIn(`${command.title} ${command.description ?? ''} ${command.keywords ?? ''}`)
  }
  const fitting = narrowed(groups, fits)
  const named = narrowed(fitting, isNamed)
  if (named.length === 0) return fitting
  const about = fitting.flatMap(({ commands }) => commands.filter((one) => !isNamed(one)))
  return about.length === 0 ? named : [...named, { title: related, commands: about }]
}

function narrowed(groups: readonly CommandGroup[], isKept: (command: Command) => boolean): readonly CommandGroup[] {
  return groups
    .map((group) => ({ ...group, commands: group.commands.filter(isKept) }))
    .filter(({ commands }) => commands.length > 0)
}

/** Without capitals and accents. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
