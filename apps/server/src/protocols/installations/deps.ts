import type { Authenticator } from '../../access/caller.ts'
import type { Installations } from '../../installations/installations.ts'
import type { Projects } from '../../projects/projects.ts'
import type { InstallationAllowance } from './installation-allowance.ts'

export interface InstallationsDeps {
  readonly mode: 'start' | 'dev'
  readonly projects: Projects
  readonly authenticator: Authenticator
  readonly installations: Installations
  readonly allowance: InstallationAllowance
}
