import type { CommandContext } from '../command.ts'
import { openBearerTokens } from './bearer-tokens.ts'
import { readServerAccess, type ServerOptions } from './server-access.ts'
import { ServerCalls } from './server-calls.ts'

/** The server that `options` name, for calls about one project. Throws `SettingsError`, or as `openBearerTokens`. */
export async function openServer(
  options: ServerOptions & { readonly project: string },
  { environment }: CommandContext,
): Promise<ServerCalls> {
  const { origin, credential } = readServerAccess(options, environment)
  return new ServerCalls({ origin, token: await openBearerTokens(credential, options.project) })
}
