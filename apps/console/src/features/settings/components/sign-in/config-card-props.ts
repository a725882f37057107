import type { IdentityConfig } from '../../queries/identity-config.ts'

/**
 * Saves a part of the configuration: what the mask names. Answers `false` when the person gives up being asked who it is; throws what the
 * server says.
 */
export type SaveConfig = (updateMask: string, change: object) => Promise<boolean>

export interface ConfigCardProps {
  readonly config: IdentityConfig
  readonly save: SaveConfig
  readonly mayChange: boolean
}
