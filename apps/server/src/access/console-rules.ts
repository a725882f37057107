import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileRules, type ServiceName } from '@hearth/rules'
import type { ActiveRules } from './rules-gate.ts'

const files: Readonly<Record<ServiceName, string>> = {
  'cloud.firestore': 'firestore.rules',
  'firebase.storage': 'storage.rules',
}

/** They are the same as long as the process runs. */
const compiled = new Map<ServiceName, ActiveRules>()

/** The rules of the console's own project, which come with the program. Throws when a file is missing or broken. */
export function readConsoleRules(service: ServiceName): ActiveRules {
  const known = compiled.get(service)
  if (known !== undefined) return known
  const name = files[service]
  const content = readFileSync(join(import.meta.dirname, 'console', name), 'utf8')
  const ruleset = compileRules([{ name, content }], service)
  if (ruleset === undefined) throw new Error(`The console's own ${name} has errors.`)
  const rules: ActiveRules = { kind: 'rules', ruleset }
  compiled.set(service, rules)
  return rules
}
