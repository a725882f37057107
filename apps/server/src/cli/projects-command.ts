import { listDeletedProjects, undeleteProject } from '@hearth/api'
import type { Command } from 'commander'
import { type CommandContext, newCommand, projectOption, valueOption } from './command.ts'
import { readOrigin, NO_CREDENTIAL, urlOption } from './server/server-access.ts'
import { ServerCalls } from './server/server-calls.ts'

/** Those of a deleted project are closed with it, and the emulators' credential opens no console: not under `hearth dev` either. */
const CREDENTIAL_ADVICE =
  'give the ID token of an owner’s own account of the console with --token ' +
  '(to be copied in the console under Account → This session → Details for developers). No service key may.'

interface PersonOptions {
  readonly url?: string
  readonly token?: string
}

/** `hearth projects deleted|restore` */
export function projectsCommand(context: CommandContext): Command {
  const { print, tell } = context
  const projects = newCommand('projects', context).description(
    'Projects that were deleted, which go for good after 7 days. For who owns them, or the server.',
  )
  const deleted = projects
    .command('deleted')
    .description('list them, with the time until which each can be taken back')
    .action(async (options: PersonOptions) => {
      const { deletedProjects } = await openConsole(options, context).callApi(listDeletedProjects, {})
      if (deletedProjects.length === 0) tell('No project that this account owns is deleted.')
      for (const { projectId, name, deletedAt, endsAt } of deletedProjects) {
        print(`${projectId}  deleted ${deletedAt}, can be taken back until ${endsAt}  ${name}`)
      }
    })
  const restore = projects
    .command('restore')
    .description('take one back, with everything that it had')
    .addOption(projectOption())
    .action(async ({ project, ...options }: PersonOptions & { readonly project: string }) => {
      await openConsole(options, context).callApi(undeleteProject, { project })
      tell(`${project} is back, with everything that it had.`)
    })
  for (const command of [deleted, restore]) {
    command
      .addOption(urlOption())
      .addOption(
        valueOption(
          '--token <token>',
          "the ID token of an owner's own account of the console, for this is for people alone: to be copied there under Account → This session → Details for developers; or HEARTH_TOKEN",
        ),
      )
  }
  return projects
}

function openConsole({ url, token }: PersonOptions, { environment }: CommandContext): ServerCalls {
  const credential = token ?? environment['HEARTH_TOKEN'] ?? NO_CREDENTIAL
  return new ServerCalls({
    origin: readOrigin(url, environment),
    token: async () => credential,
    credentialAdvice: CREDENTIAL_ADVICE,
  })
}
