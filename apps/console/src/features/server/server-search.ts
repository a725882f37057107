export interface ServerSearch {
  /** Only the settings that somebody made. */
  readonly settings?: 'made'
}

export function readServerSearch({ settings }: Record<string, unknown>): ServerSearch {
  return settings === 'made' ? { settings } : {}
}
