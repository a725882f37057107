import { StatusError } from '@hearth/model'
import type { ProjectsCommand } from '../config/projects-command.ts'
import { openBearerTokens } from './server/bearer-tokens.ts'
import { ServerCalls } from './server/server-calls.ts'

const consoleProject = 'console'
const path = '/hearth/v1/deleted-projects'

/** Those of a deleted project are closed with it, and the emulators' credential opens no console: not under `hearth dev` either. */
const credentialAdvice =
  'give the ID token of an owner’s own account of the console with --token ' +
  '(to be copied in the console under Account → This session → Details for developers). No service key may.'

interface ListedProject {
  readonly projectId: string
  readonly name: string
  readonly deletedAt: string
  readonly endsAt: string
}

/** Runs the command, printing the deleted projects. Answers the exit status: 0, or 1 after a sentence about what went wrong. */
export async function runProjects(
  { restored, access }: ProjectsCommand,
  print: (line: string) => void,
  tell: (sentence: string) => void,
): Promise<number> {
  try {
    const token = await openBearerTokens(access.credential, consoleProject)
    const server = new ServerCalls({ origin: access.origin, token, credentialAdvice })
    if (restored !== undefined) {
      await server.call('POST', `${path}/${encodeURIComponent(restored)}/undelete`)
      tell(`${restored} is back, with everything that it had.`)
      return 0
    }
    const { deletedProjects } = (await server.call('GET', path)) as { deletedProjects: readonly ListedProject[] }
    if (deletedProjects.length === 0) tell('No project that this account owns is deleted.')
    for (const { projectId, name, deletedAt, endsAt } of deletedProjects) {
      print(`${projectId}  deleted ${deletedAt}, can be taken back until ${endsAt}  ${name}`)
    }
    return 0
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    tell(error.message)
    return 1
  }
}
