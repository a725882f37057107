import type { ClockState } from '../clock/clock-guard.ts'
import type { SettingInForce } from '../config/settings-in-force.ts'

/** What is known about the server without looking at its data. */
export interface ServerFacts {
  /** Of Node, without a "v". */
  readonly node: string
  /** Such as `linux x64`. */
  readonly platform: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly clock: () => ClockState
  /** Of the machine, such as `Europe/Zurich`: nightly backups are made by it. */
  readonly timeZone: string
  /** Where it is reached from this machine. */
  readonly listensAt: () => string
  readonly publicUrl: string | undefined
  /** Of the stores, with its release. */
  readonly engine: string
  readonly dataFolder: string
  readonly backupFolder: string
  /** Where the contents of new files go: `disk`, or a bucket such as `s3://bucket/prefix`. */
  readonly contents: string
  readonly settings: readonly SettingInForce[]
}
