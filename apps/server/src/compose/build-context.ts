import type { OnOperatorAct } from '../access/operator-acts.ts'
import type { ClockGuard } from '../clock/clock-guard.ts'
import type { ServerConfig } from '../config/server-config.ts'
import type { ServerAmbient } from '../hearth-server.ts'
import type { ConsoleRoom } from '../projects/console-room.ts'
import type { ProjectUsage } from '../projects/project-usage.ts'
import type { Closers } from './closers.ts'

/** What every part of the server is built with. */
export interface BuildContext {
  readonly config: ServerConfig
  /** Its clock is the guard's. */
  readonly ambient: ServerAmbient
  readonly clockGuard: ClockGuard
  readonly dataFolder: string
  readonly closers: Closers
  /** What stands on others that need it: it is there once all of them are. */
  readonly later: {
    consoleRoom?: ConsoleRoom
    usageOf?: (project: string) => Promise<ProjectUsage>
    /** Where the server is reached from this machine. */
    originOf?: () => string
  }
  readonly onOperatorAct: OnOperatorAct
}
