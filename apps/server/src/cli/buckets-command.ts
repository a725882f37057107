import { getFileSettings, updateFileSettings } from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { Command } from 'commander'
import { type CommandContext, newCommand, projectOption, valueOption } from './command.ts'
import { openServer } from './server/open-server.ts'
import { type ServerOptions, withServerOptions } from './server/server-access.ts'
import type { ServerCalls } from './server/server-calls.ts'

/** Each time one of those who change the names at once gets through, and a bucket has at most ten. */
const ATTEMPTS_MAX = 12

interface ListOptions extends ServerOptions {
  readonly project: string
}

interface ChangeOptions extends ListOptions {
  readonly name: string
}

type Change = (names: readonly string[], name: string) => readonly string[]

/** `hearth buckets list|add|remove` */
export function bucketsCommand(context: CommandContext): Command {
  const buckets = newCommand('buckets', context).description(
    "The names of a project's bucket beside those that follow from the project's id.",
  )
  const list = buckets
    .command('list')
    .description('print the names')
    .addOption(projectOption())
    .action(async (options: ListOptions) => {
      const names = await readNames(await openServer(options, context), options.project)
      if (names.length === 0) context.tell(`The bucket of ${options.project} has no further name.`)
      for (const name of names) context.print(name)
    })
  const changes = [
    buckets
      .command('add')
      .description('lead requests for a bucket of this name to the project')
      .action(async (options: ChangeOptions) => changeNames(options, context, (names, name) => [...names, name])),
    buckets
      .command('remove')
      .description('take a name away; its links lead nowhere from then on, and the files stay')
      .action(async (options: ChangeOptions) =>
        changeNames(options, context, (names, name) => names.filter((one) => one !== name)),
      ),
  ]
  for (const command of changes) {
    command
      .addOption(projectOption())
      .addOption(valueOption('--name <bucket>', 'such as files.example.com').makeOptionMandatory())
  }
  for (const command of [list, ...changes]) withServerOptions(command)
  return buckets
}

/** Prints the names from then on. The server takes the whole list, and refuses a name that is another project's. */
async function changeNames(options: ChangeOptions, context: CommandContext, change: Change): Promise<void> {
  const { project, name } = options
  const server = await openServer(options, context)
  const { before, after } = await replaceNames(server, project, (names) => change(names, name))
  if (after.join() === before.join()) context.tell(`Nothing has changed for ${name}.`)
  for (const one of after) context.print(one)
}

/** Of what is there when they are replaced: where somebody else was faster, their names are read again. */
async function replaceNames(
  server: ServerCalls,
  project: string,
  change: (names: readonly string[]) => readonly string[],
): Promise<{ before: readonly string[]; after: readonly string[] }> {
  for (let attempt = 1; ; attempt++) {
    const before = await readNames(server, project)
    const body = { bucketNames: change(before), expectedBucketNames: before }
    try {
      return { before, after: (await server.callApi(updateFileSettings, { project, body })).bucketNames }
    } catch (error) {
      const wasChanged = error instanceof StatusError && error.code === 'failed-precondition'
      if (!wasChanged || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

async function readNames(server: ServerCalls, project: string): Promise<readonly string[]> {
  return (await server.callApi(getFileSettings, { project })).bucketNames
}
