import { resolve } from 'node:path'
import { StatusError } from '@hearth/model'
import type { ConnectCommand } from './connect-command.ts'
import { tokenPath } from '../../identity/tokens/key-file.ts'
import { readServiceKey, signAssertion } from '../server/bearer-tokens.ts'
import { toolSettings } from './tool-settings.ts'

/** Prints the settings of tools as lines for a shell. Answers the exit status: 0, or 1 after a sentence about what went wrong. */
export async function runConnect(
  { origin, keyFile, certificateFile }: ConnectCommand,
  print: (line: string) => void,
  tell: (sentence: string) => void,
): Promise<number> {
  try {
    const key = await readServiceKey(keyFile)
    const tools = toolSettings({
      origin,
      project: key.keyProject,
      keyFile: resolve(keyFile),
      certificateFile: certificateFile === undefined ? undefined : resolve(certificateFile),
      assertion: await signAssertion(key, origin + tokenPath),
    })
    for (const { tool, variables } of tools) {
      print(`# ${tool}`)
      for (const [name, value] of Object.entries(variables)) print(`export ${name}=${quote(value)}`)
    }
    if (origin.startsWith('http:')) {
      tell('Over http firebase-tools sends "Bearer owner" and no key, which hearth dev alone accepts: give it https.')
    }
    return 0
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    tell(error.message)
    return 1
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
