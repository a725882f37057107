/** What the address of the list of projects says. */
export interface ProjectsSearch {
  /** A part of the name or the id. */
  readonly q?: string | undefined
}

export function readProjectsSearch({ q }: Record<string, unknown>): ProjectsSearch {
  // The router reads a bare number in the address as one.
  return { q: (typeof q === 'string' || typeof q === 'number') && q !== '' ? String(q) : undefined }
}
